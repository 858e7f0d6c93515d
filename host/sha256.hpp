/// SHA-256 (FIPS 180-4): names of plans, checksums of results; not for secrets.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace fairslot {

/// Of bytes that come piece by piece.
class Sha256 {
 public:
  void add(std::string_view bytes);
  /// 64 lower-case hex digits of all bytes so far; more may follow.
  std::string hex() const;

  using State = std::array<std::uint32_t, 8>;

 private:
  State state_{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
               0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::array<char, 64> part_{};  // of a block, its first length_ % 64 bytes
  std::uint64_t length_ = 0;     // bytes
};

/// 64 lower-case hex digits.
std::string sha256(std::string_view data);

}  // namespace fairslot
