/// A row of a batch: a user of one of many instances, as CSV and HDF5 have it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "host/pool/instance.hpp"

namespace fairslot::pool {

/// Where a row keeps which column; demand_0 and capacity_0 are the first of most_resources each.
namespace cell {
inline constexpr std::size_t instance = 0, user = 1, weight = 2, tasks = 3, demand = 4,
                             capacity = demand + most_resources, count = capacity + most_resources;
}  // namespace cell

struct BatchRow {
  std::int64_t line = 0;  ///< of a text; else the row, from 0
  std::array<double, cell::count> value{};
  std::uint32_t given = 0;  ///< a bit a cell

  bool has(std::size_t cell) const { return given >> cell & 1; }
  void set(std::size_t cell, double number) {
    value[cell] = number;
    given |= std::uint32_t{1} << cell;
  }
};

/// What the columns of a file are.
struct BatchColumns {
  std::size_t resources = 0;       ///< K
  std::vector<std::size_t> cells;  ///< of each column
};

/// By their names, which `where` has. With capacities, or without. Throws InputError for names that
/// are unknown, there twice, or missing.
BatchColumns batch_columns(std::string const& where, std::vector<std::string> const& names,
                           bool capacities);

/// "demand_0"
std::string cell_name(std::size_t cell);

}  // namespace fairslot::pool
