#include "host/sha256.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>
#endif

namespace fairslot {
namespace {

// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
alignas(16) constexpr std::array<std::uint32_t, 64> constants = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

using State = Sha256::State;

constexpr std::size_t block_bytes = 64;

void mix_block(State& state, unsigned char const* block) {
  std::array<std::uint32_t, 64> w;
  for (std::size_t i = 0; i < 16; ++i)
    w[i] = std::uint32_t{block[4 * i]} << 24 | std::uint32_t{block[4 * i + 1]} << 16 |
           std::uint32_t{block[4 * i + 2]} << 8 | std::uint32_t{block[4 * i + 3]};
  for (std::size_t i = 16; i < 64; ++i) {
    std::uint32_t const s0 = std::rotr(w[i - 15], 7) ^ std::rotr(w[i - 15], 18) ^ (w[i - 15] >> 3);
    std::uint32_t const s1 = std::rotr(w[i - 2], 17) ^ std::rotr(w[i - 2], 19) ^ (w[i - 2] >> 10);
    w[i] = w[i - 16] + s0 + w[i - 7] + s1;
  }
  auto [a, b, c, d, e, f, g, h] = state;
  for (std::size_t i = 0; i < 64; ++i) {
    std::uint32_t const s1 = std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25);
    std::uint32_t const t1 = h + s1 + ((e & f) ^ (~e & g)) + constants[i] + w[i];
    std::uint32_t const s0 = std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22);
    std::uint32_t const t2 = s0 + ((a & b) ^ (a & c) ^ (b & c));
    h = g, g = f, f = e, e = d + t1, d = c, c = b, b = a, a = t1 + t2;
  }
  State const add = {a, b, c, d, e, f, g, h};
  for (std::size_t i = 0; i < 8; ++i) state[i] += add[i];
}

void mix_blocks(State& state, char const* data, std::size_t blocks) {
  for (; blocks > 0; --blocks, data += block_bytes)
    mix_block(state, reinterpret_cast<unsigned char const*>(data));
}

#if defined(__x86_64__)
/// The same by the processor's own instructions: ten times as fast, which the writing thread of a
/// sweep needs. The registers hold the state as they want it: ABEF and CDGH.
__attribute__((target("sha,sse4.1"))) void mix_blocks_natively(State& state, char const* data,
                                                               std::size_t blocks) {
  auto const big_endian = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
  auto* const words = reinterpret_cast<__m128i*>(state.data());
  __m128i const cdab = _mm_shuffle_epi32(_mm_loadu_si128(words), 0xb1);
  __m128i const efgh = _mm_shuffle_epi32(_mm_loadu_si128(words + 1), 0x1b);
  __m128i abef = _mm_alignr_epi8(cdab, efgh, 8), cdgh = _mm_blend_epi16(efgh, cdab, 0xf0);
  for (; blocks > 0; --blocks, data += block_bytes) {
    __m128i const abef_before = abef, cdgh_before = cdgh;
    __m128i w[16];
    for (int i = 0; i < 16; ++i) {
      if (i < 4)
        w[i] = _mm_shuffle_epi8(_mm_loadu_si128(reinterpret_cast<__m128i const*>(data) + i),
                                big_endian);
      else
        w[i] = _mm_sha256msg2_epu32(_mm_add_epi32(_mm_sha256msg1_epu32(w[i - 4], w[i - 3]),
                                                  _mm_alignr_epi8(w[i - 1], w[i - 2], 4)),
                                    w[i - 1]);
      __m128i const sum = _mm_add_epi32(
          w[i], _mm_load_si128(reinterpret_cast<__m128i const*>(constants.data()) + i));
      cdgh = _mm_sha256rnds2_epu32(cdgh, abef, sum);
      abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(sum, 0x0e));
    }
    abef = _mm_add_epi32(abef, abef_before);
    cdgh = _mm_add_epi32(cdgh, cdgh_before);
  }
  __m128i const feba = _mm_shuffle_epi32(abef, 0x1b), dchg = _mm_shuffle_epi32(cdgh, 0xb1);
  _mm_storeu_si128(words, _mm_blend_epi16(feba, dchg, 0xf0));
  _mm_storeu_si128(words + 1, _mm_alignr_epi8(dchg, feba, 8));
}

bool has_instructions() {
  unsigned a = 0, b = 0, c = 0, d = 0;
  return __get_cpuid_count(7, 0, &a, &b, &c, &d) != 0 && (b & bit_SHA) != 0;
}

auto* const mix = has_instructions() ? mix_blocks_natively : mix_blocks;
#else
constexpr auto mix = mix_blocks;
#endif

}  // namespace

void Sha256::add(std::string_view bytes) {
  std::size_t const held = length_ % block_bytes;
  length_ += bytes.size();
  if (held > 0) {
    std::size_t const taken = std::min(block_bytes - held, bytes.size());
    std::memcpy(part_.data() + held, bytes.data(), taken);
    bytes.remove_prefix(taken);
    if (held + taken < block_bytes) return;
    mix(state_, part_.data(), 1);
  }
  std::size_t const blocks = bytes.size() / block_bytes;
  mix(state_, bytes.data(), blocks);
  bytes.remove_prefix(blocks * block_bytes);
  std::copy(bytes.begin(), bytes.end(), part_.begin());
}

std::string Sha256::hex() const {
  std::string end(part_.data(), length_ % block_bytes);
  end += '\x80';
  end.append((2 * block_bytes - 8 - end.size()) % block_bytes, '\0');
  for (int shift = 56; shift >= 0; shift -= 8) end += static_cast<char>(length_ * 8 >> shift);
  State state = state_;
  mix(state, end.data(), end.size() / block_bytes);

  std::string hex;
  for (std::uint32_t const word : state)
    for (int shift = 28; shift >= 0; shift -= 4) hex += "0123456789abcdef"[word >> shift & 15];
  return hex;
}

std::string sha256(std::string_view data) {
  Sha256 hash;
  hash.add(data);
  return hash.hex();
}

}  // namespace fairslot
