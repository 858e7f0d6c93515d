#include "host/storage/packed_chunk.hpp"

#include <zlib.h>

#include <algorithm>
#include <cstdint>
#include <stdexcept>

namespace fairslot::storage {
namespace {

/// First bytes of all rows, then all second ones, ...
std::vector<char> shuffled(std::span<char const> rows, std::size_t row_size) {
  std::size_t const count = rows.size() / row_size;
  std::vector<char> bytes(rows.size());
  for (std::size_t at = 0; at < row_size; ++at)
    for (std::size_t row = 0; row < count; ++row)
      bytes[at * count + row] = rows[row * row_size + at];
  return bytes;
}

std::vector<char> deflated(std::vector<char> const& bytes) {
  uLongf size = compressBound(bytes.size());
  std::vector<char> packed(size);
  if (compress2(reinterpret_cast<Bytef*>(packed.data()), &size,
                reinterpret_cast<Bytef const*>(bytes.data()), bytes.size(), 1) != Z_OK)
    throw std::runtime_error("zlib cannot deflate");
  packed.resize(size);
  return packed;
}

/// Of words of two bytes, the higher one first; an odd last byte is the higher one of a word.
std::uint32_t fletcher32(std::span<char const> bytes) {
  constexpr std::size_t words_between_folds = 360;  // as many as sums of 32 bits take
  auto const byte = [&](std::size_t i) {
    return i < bytes.size() ? std::uint32_t{static_cast<unsigned char>(bytes[i])} : 0;
  };
  auto const folded = [](std::uint32_t sum) { return (sum & 0xffff) + (sum >> 16); };
  std::uint32_t one = 0, two = 0;
  for (std::size_t i = 0; i < bytes.size();) {
    std::size_t const end = std::min(bytes.size(), i + 2 * words_between_folds);
    for (; i < end; i += 2) two += one += byte(i) << 8 | byte(i + 1);
    one = folded(one), two = folded(two);
  }
  return folded(two) << 16 | folded(one);
}

}  // namespace

std::vector<char> packed_chunk(std::span<char const> rows, std::size_t row_size) {
  std::vector<char> packed = deflated(shuffled(rows, row_size));
  std::uint32_t const sum = fletcher32(packed);
  for (int shift = 0; shift < 32; shift += 8) packed.push_back(static_cast<char>(sum >> shift));
  return packed;
}

}  // namespace fairslot::storage
