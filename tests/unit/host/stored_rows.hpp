/// The rows of a table in a results file, as they are stored.
#pragma once

#include <cstdint>
#include <cstring>
#include <map>
#include <string>
#include <utility>

#include "host/record/tables.hpp"

namespace fairslot::record {

inline std::string rows_of(std::string const& path, std::string const& place) {
  H5::H5File const file(path, H5F_ACC_RDONLY);
  auto const end = place.rfind('/');
  H5::Group const group = file.openGroup(place.substr(0, end + 1));
  std::string bytes;
  StoredTable(group, place.substr(end + 1)).read_rows([&](std::string_view rows) {
    bytes += rows;
  });
  return bytes;
}

/// By point and sample, with which every row begins.
inline std::map<std::pair<std::int32_t, std::int32_t>, std::string> rows_by_pair(
    std::string const& bytes, std::size_t size) {
  std::map<std::pair<std::int32_t, std::int32_t>, std::string> rows;
  for (std::size_t at = 0; at < bytes.size(); at += size) {
    std::int32_t point = 0, sample = 0;
    std::memcpy(&point, bytes.data() + at, 4);
    std::memcpy(&sample, bytes.data() + at + 4, 4);
    rows[{point, sample}] += bytes.substr(at, size);
  }
  return rows;
}

}  // namespace fairslot::record
