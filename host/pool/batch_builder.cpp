#include "host/pool/batch_builder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "host/error.hpp"
#include "host/pool/ranges.hpp"

namespace fairslot::pool {
namespace {

Numbers const& range_of(std::size_t cell) { return cell == cell::weight ? weights : amounts; }

void blame(BatchInstance& own, std::int64_t line, std::string const& text) {
  if (own.problem.text.empty()) own.problem = {line, text};
}

}  // namespace

std::int32_t number_in(std::string const& where, BatchRow const& row, std::size_t cell) {
  constexpr double most = std::numeric_limits<std::int32_t>::max();
  double const number = row.value[cell];
  if (!row.has(cell) || !(number >= 0 && number <= most) || number != std::floor(number))
    throw InputError(fmt::format("{}{}: {}: {} is not allowed (allowed: an integer, 0 .. {})",
                                 where, row.line, cell_name(cell),
                                 row.has(cell) ? fmt::format("{}", number) : "nothing", most));
  return static_cast<std::int32_t>(number);
}

BatchBuilder::BatchBuilder(std::string where, std::size_t resources) : where_(std::move(where)) {
  resources_ = resource_names(resources);
}

BatchInstance& BatchBuilder::at(std::int32_t number, std::int64_t line) {
  if (all_.empty() || all_.back().number != number) {
    BatchInstance& own = all_.emplace_back();
    own.number = number;
    own.first_line = line;
    own.instance.resources = resources_;
  }
  return all_.back();
}

void BatchBuilder::add_bad(std::int32_t number, BatchProblem const& problem) {
  blame(at(number, problem.line), problem.line, problem.text);
}

double BatchBuilder::amount(BatchInstance& own, BatchRow const& row, std::size_t cell,
                            double otherwise) {
  if (!row.has(cell)) return otherwise;
  double const number = row.value[cell];
  if (!range_of(cell).has(number))
    blame(own, row.line,
          fmt::format("{}: {} is not allowed (allowed: {})", cell_name(cell), number,
                      range_of(cell).text()));
  return number;
}

void BatchBuilder::add(BatchRow const& row) {
  BatchInstance& own = at(number_in(where_, row, cell::instance), row.line);
  add_capacity(own, row);
  add_user(own, row);
}

void BatchBuilder::add_capacity(BatchInstance& own, BatchRow const& row) {
  bool const first = own.instance.capacity.empty();
  for (std::size_t r = 0; r < resources_.size(); ++r) {
    std::size_t const cell = cell::capacity + r;
    if (first && !row.has(cell))
      blame(own, row.line, fmt::format("{}: nothing in the instance's first row", cell_name(cell)));
    double const capacity = amount(own, row, cell, 0.0);
    if (first)
      own.instance.capacity.push_back(capacity);
    else if (row.has(cell) && capacity != own.instance.capacity[r])
      blame(own, row.line,
            fmt::format("{}: {} is not allowed (allowed: nothing, or as in the instance's first "
                        "row: {})",
                        cell_name(cell), capacity, own.instance.capacity[r]));
  }
  if (first && std::ranges::count(own.instance.capacity, 0.0) == std::ssize(resources_))
    blame(own, row.line, "capacity_0: the pool is empty (allowed: something of one resource)");
}

void BatchBuilder::add_user(BatchInstance& own, BatchRow const& row) {
  std::int32_t const user = number_in(where_, row, cell::user);
  if (!own.users.empty() && user <= own.users.back())
    blame(own, row.line,
          fmt::format("user: {} after {} is not allowed (allowed: ascending)", user,
                      own.users.back()));
  own.users.push_back(user);
  Instance& in = own.instance;
  bool demands = false;
  for (std::size_t r = 0; r < resources_.size(); ++r) {
    in.demand.push_back(amount(own, row, cell::demand + r, 0.0));
    demands |= in.demand.back() > 0;
  }
  if (!demands) blame(own, row.line, "demand_0: all are 0 (allowed: one above 0)");
  in.weight.insert(in.weight.end(), resources_.size(), amount(own, row, cell::weight, 1.0));
  in.tasks.push_back(amount(own, row, cell::tasks, unlimited));
}

}  // namespace fairslot::pool
