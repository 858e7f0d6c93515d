#include "host/pool/batch_row.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "host/error.hpp"
#include "kernels/suggest.hpp"

namespace fairslot::pool {
namespace {

std::vector<std::string> all_names(bool capacities) {
  std::vector<std::string> names;
  for (std::size_t c = 0; c < (capacities ? cell::count : cell::capacity); ++c)
    names.push_back(cell_name(c));
  return names;
}

/// How many of name_0, name_1, ... there are.
std::size_t count_from(std::size_t first, std::vector<std::size_t> const& cells) {
  std::size_t count = 0;
  while (count < most_resources && std::ranges::count(cells, first + count)) ++count;
  return count;
}

void require(std::string const& where, std::vector<std::size_t> const& cells, std::size_t cell) {
  if (!std::ranges::count(cells, cell))
    throw InputError(fmt::format("{}: no column {} (it is needed)", where, cell_name(cell)));
}

}  // namespace

std::string cell_name(std::size_t cell) {
  constexpr std::string_view single[] = {"instance", "user", "weight", "tasks"};
  if (cell < cell::demand) return std::string(single[cell]);
  bool const demand = cell < cell::capacity;
  return fmt::format("{}_{}", demand ? "demand" : "capacity",
                     cell - (demand ? cell::demand : cell::capacity));
}

BatchColumns batch_columns(std::string const& where, std::vector<std::string> const& names,
                           bool capacities) {
  auto const known = all_names(capacities);
  BatchColumns columns;
  for (std::string const& name : names) {
    auto const at = std::ranges::find(known, name);
    if (at == known.end())
      throw InputError(fmt::format("{}: unknown column {} {}", where, shown("\"" + name + "\""),
                                   choices(name, known)));
    auto const own = static_cast<std::size_t>(at - known.begin());
    if (std::ranges::count(columns.cells, own))
      throw InputError(fmt::format("{}: column {} is there twice", where, name));
    columns.cells.push_back(own);
  }
  for (std::size_t const needed : {cell::instance, cell::user, cell::demand})
    require(where, columns.cells, needed);
  columns.resources = count_from(cell::demand, columns.cells);
  for (std::size_t r = 0; r < most_resources; ++r) {
    bool const wanted = r < columns.resources;
    if (wanted && capacities) require(where, columns.cells, cell::capacity + r);
    if (wanted) continue;
    for (std::size_t const first : {cell::demand, cell::capacity})
      if (std::ranges::count(columns.cells, first + r))
        throw InputError(fmt::format("{}: column {} without demand_{}", where, cell_name(first + r),
                                     columns.resources));
  }
  return columns;
}

}  // namespace fairslot::pool
