/// Points of a distribution in a SpillFile, by ascending value, in a few bytes each: the difference
/// to the value before and the count, seven bits a byte.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "host/spill/spill_file.hpp"

namespace fairslot::statistics {

struct SpilledPoints {
  spill::File* file;
  std::uint64_t begin, bytes;
};

/// Nothing else may be appended to the file meanwhile.
class PointWriter {
 public:
  explicit PointWriter(spill::File& file) : points_{&file, 0, 0} {}
  /// Values ascend.
  void put(std::pair<std::int64_t, std::int64_t> const& point);
  SpilledPoints finish();

 private:
  void put(std::uint64_t number);
  void flush();

  SpilledPoints points_;
  std::vector<char> waiting_;
  std::uint64_t value_ = 0;
};

class PointReader {
 public:
  explicit PointReader(SpilledPoints points) : left_(points) {}
  /// The next point; false: there is none.
  [[nodiscard]] bool next(std::pair<std::int64_t, std::int64_t>& point);

 private:
  std::uint64_t number();

  SpilledPoints left_;
  std::vector<char> buffer_;
  std::size_t at_ = 0;
  std::uint64_t value_ = 0;
};

}  // namespace fairslot::statistics
