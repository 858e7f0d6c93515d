/// Names numbered as they come, each kept once: millions of them in little more than their bytes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fairslot::traces {

class Names {
 public:
  /// The number of a name; a new one gets the next.
  std::int32_t number(std::string_view name);
  std::string_view name(std::int32_t number) const;
  std::int32_t count() const { return static_cast<std::int32_t>(end_.size()); }
  /// Bytes of the longest, at least 1.
  std::size_t longest() const { return longest_; }

 private:
  std::size_t place_of(std::string_view name, std::uint32_t hash) const;
  void grow();

  std::string bytes_;                // all names in a row
  std::vector<std::uint64_t> end_;   // [names] in bytes_
  std::vector<std::uint32_t> hash_;  // [names]
  std::vector<std::int32_t> table_;  // by hash, numbers from 1; 0: free
  std::size_t longest_ = 1;
  std::int32_t last_ = -1;  // asked for; rows of one user often follow each other
};

}  // namespace fairslot::traces
