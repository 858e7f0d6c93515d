#include "host/statistics/spilled_points.hpp"

#include <algorithm>

namespace fairslot::statistics {
namespace {

constexpr std::size_t buffer_bytes = 64 * 1024;

}  // namespace

void PointWriter::put(std::uint64_t number) {
  for (; number >= 0x80; number >>= 7) waiting_.push_back(static_cast<char>(number | 0x80));
  waiting_.push_back(static_cast<char>(number));
}

void PointWriter::put(std::pair<std::int64_t, std::int64_t> const& point) {
  auto const value = static_cast<std::uint64_t>(point.first);
  put(value - value_);  // modulo 2^64
  put(static_cast<std::uint64_t>(point.second));
  value_ = value;
  if (waiting_.size() >= buffer_bytes) flush();
}

void PointWriter::flush() {
  std::uint64_t const begin = points_.file->append(waiting_);
  if (points_.bytes == 0) points_.begin = begin;
  points_.bytes += waiting_.size();
  waiting_.clear();
}

SpilledPoints PointWriter::finish() {
  flush();
  return points_;
}

std::uint64_t PointReader::number() {
  std::uint64_t number = 0;
  for (int shift = 0;; shift += 7) {
    if (at_ == buffer_.size()) {
      buffer_.resize(std::min<std::uint64_t>(buffer_bytes, left_.bytes));
      left_.file->read(left_.begin, buffer_);
      left_.begin += buffer_.size(), left_.bytes -= buffer_.size();
      at_ = 0;
    }
    auto const byte = static_cast<unsigned char>(buffer_[at_++]);
    number |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
    if (byte < 0x80) return number;
  }
}

bool PointReader::next(std::pair<std::int64_t, std::int64_t>& point) {
  if (at_ == buffer_.size() && left_.bytes == 0) return false;
  value_ += number();
  point.first = static_cast<std::int64_t>(value_);
  point.second = static_cast<std::int64_t>(number());
  return true;
}

}  // namespace fairslot::statistics
