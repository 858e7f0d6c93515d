#include "host/data/tables.hpp"

#include <algorithm>
#include <charconv>
#include <stdexcept>
#include <string_view>

#include "host/data/embedded.hpp"
#include "host/random.hpp"

namespace fairslot::data {
namespace {

Row parse_line(std::string_view line) {
  Row row{};
  char const* at = line.data();
  char const* const end = at + line.size();
  for (std::int64_t& column : row) {
    auto const [next, error] = std::from_chars(at, end, column);
    if (error != std::errc{}) throw std::logic_error("scenarios/data: not an integer");
    if (next == end) return row;
    at = next + 1;  // the comma
  }
  throw std::logic_error("scenarios/data: too many columns");
}

std::vector<Row> parse(std::string_view csv) {
  std::vector<Row> rows;
  csv.remove_prefix(csv.find('\n') + 1);  // the header
  while (!csv.empty()) {
    std::size_t const length = csv.find('\n');
    rows.push_back(parse_line(csv.substr(0, length)));
    csv.remove_prefix(length + 1);
  }
  return rows;
}

}  // namespace

Counts::Counts(std::vector<Row> rows, std::size_t count_column)
    : rows_(std::move(rows)), upto_{0}, sum_upto_{0} {
  for (Row const& row : rows_) {
    auto const count = static_cast<std::uint64_t>(row[count_column]);
    upto_.push_back(upto_.back() + count);
    sum_upto_.push_back(sum_upto_.back() + static_cast<std::uint64_t>(row[0]) * count);
  }
}

std::size_t Counts::first_from(std::int64_t value) const {
  auto const row = std::ranges::lower_bound(rows_, value, {}, [](Row const& r) { return r[0]; });
  return static_cast<std::size_t>(row - rows_.begin());
}

std::uint64_t Counts::below(std::int64_t value) const { return upto_[first_from(value)]; }
std::uint64_t Counts::sum_below(std::int64_t value) const { return sum_upto_[first_from(value)]; }

Row const& Counts::observation(std::uint64_t number) const {
  auto const after = std::ranges::upper_bound(upto_, number);
  return rows_[static_cast<std::size_t>(after - upto_.begin()) - 1];
}

Row const& Counts::draw(std::uint64_t bits, std::uint64_t first, std::uint64_t last) const {
  return observation(first + scaled(bits, last - first));
}

Counts const& instances_per_task() {
  static Counts const counts(parse(embedded::instances_per_task()), 1);
  return counts;
}
Counts const& instance_durations() {
  static Counts const counts(parse(embedded::instance_duration_s()), 1);
  return counts;
}
Counts const& task_plan_cpu() {
  static Counts const counts(parse(embedded::task_plan_cpu()), 1);
  return counts;
}
Counts const& task_plan_mem() {
  static Counts const counts(parse(embedded::task_plan_mem()), 1);
  return counts;
}
Counts const& cpu_mem_pairs() {
  static Counts const counts(parse(embedded::cpu_mem_pairs()), 2);
  return counts;
}
Counts const& task_rows() {
  static Counts const counts(parse(embedded::task_rows()), 4);
  return counts;
}
Counts const& google_jobs_per_user() {
  static Counts const counts(parse(embedded::google_jobs_per_user()), 1);
  return counts;
}
std::vector<Row> const& table3_rows() {
  static std::vector<Row> const rows = parse(embedded::table3_servers());
  return rows;
}

}  // namespace fairslot::data
