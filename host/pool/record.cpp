#include "host/pool/record.hpp"

#include <algorithm>
#include <limits>

namespace fairslot::pool {
namespace {

using record::Columns;
using record::Rows;
using enum record::ColumnType;

constexpr double none = std::numeric_limits<double>::quiet_NaN();

Columns instances_columns(std::vector<std::string> const& resources) {
  Columns columns = record::after_point_and_sample(
      {{"instance", i32}, {"status", i32, "", 0, {"solved", "refused"}}, {"users", i32}});
  columns.push_back(record::text_column("reason", reason_length));
  columns.push_back({"level", f64});
  for (std::string const& name : resources) columns.push_back({"capacity_" + name, f64, name});
  for (std::string const& name : resources) columns.push_back({"used_" + name, f64, name});
  for (std::string const& name : resources) columns.push_back({"saturated_" + name, i32});
  return columns;
}

Columns users_columns(std::vector<std::string> const& resources, std::size_t name_length) {
  Columns columns = record::after_point_and_sample({{"instance", i32}, {"user", i32}});
  if (name_length > 0) columns.push_back(record::text_column("name", name_length));
  columns.insert(columns.end(), {{"tasks", f64, "tasks"}, {"share", f64}, {"level", f64}});
  for (std::string const& name : resources) columns.push_back({"allocation_" + name, f64, name});
  return columns;
}

Columns steps_columns(std::vector<std::string> const& resources) {
  std::vector<std::string> const kinds(std::begin(step_names), std::end(step_names));
  Columns columns = record::after_point_and_sample(
      {{"instance", i32}, {"step", i32}, {"kind", i32, "", 0, kinds}, {"of", i32}, {"level", f64}});
  for (std::string const& name : resources) columns.push_back({"used_" + name, f64, name});
  for (std::string const& name : resources) columns.push_back({"slack_" + name, f64, name});
  return columns;
}

Columns step_users_columns() {
  return record::after_point_and_sample(
      {{"instance", i32}, {"step", i32}, {"user", i32}, {"tasks", f64, "tasks"}});
}

std::int32_t narrow(std::size_t number) { return static_cast<std::int32_t>(number); }

void put_place(Rows& rows, AnswerPlace const& at) {
  rows.put(at.point, std::int32_t{0}, at.instance);
}

void put_instance(Rows& row, AnswerPlace const& at, Instance const& in, Answer const& answer) {
  put_place(row, at);
  row.put(std::int32_t{0}, narrow(in.N()));
  row.put_text("", reason_length);
  row.put(answer.common_level.value_or(none));
  for (double const capacity : in.capacity) row.put(capacity);
  for (double const used : answer.used) row.put(used);
  for (auto const full : answer.saturated) row.put(std::int32_t{full});
}

void put_users(Rows& rows, AnswerPlace const& at, Instance const& in, Answer const& answer,
               std::vector<std::int32_t> const& ids) {
  for (std::size_t i = 0; i < in.N(); ++i) {
    put_place(rows, at);
    rows.put(ids.empty() ? narrow(i) : ids[i]);
    if (at.name_length > 0) rows.put_text(in.name_of(i), at.name_length);
    rows.put(answer.tasks[i], answer.share[i], answer.level[i]);
    for (std::size_t r = 0; r < in.K(); ++r) rows.put(answer.allocation[i * in.K() + r]);
  }
}

void put_steps(Rows& rows, AnswerPlace const& at, Instance const& in, Answer const& answer) {
  for (std::size_t s = 0; s < answer.steps.size(); ++s) {
    Step const& step = answer.steps[s];
    put_place(rows, at);
    rows.put(narrow(s), static_cast<std::int32_t>(step.kind), narrow(step.of));
    rows.put(step.level);
    for (std::size_t r = 0; r < in.K(); ++r) rows.put(step.used.empty() ? none : step.used[r]);
    for (std::size_t r = 0; r < in.K(); ++r) rows.put(step.slack.empty() ? none : step.slack[r]);
  }
}

void put_step_users(Rows& rows, AnswerPlace const& at, Answer const& answer) {
  for (std::size_t s = 0; s < answer.steps.size(); ++s)
    for (std::size_t i = 0; i < answer.steps[s].tasks.size(); ++i) {
      put_place(rows, at);
      rows.put(narrow(s), narrow(i));
      rows.put(answer.steps[s].tasks[i]);
    }
}

}  // namespace

record::Sink answer_sink(std::vector<std::string> const& mechanisms,
                         std::vector<std::string> const& resources, std::size_t name_length,
                         bool steps) {
  record::Sink sink{"solve",
                    mechanisms,
                    {{"instances", instances_columns(resources)},
                     {"users", users_columns(resources, name_length)}}};
  sink.tables.back().deflated = name_length > 0;  // of a batch that would be most of its time
  if (steps) {
    sink.tables.push_back({"steps", steps_columns(resources)});
    sink.tables.push_back({"step_users", step_users_columns()});
  }
  return sink;
}

void add_answer(std::vector<Rows>& rows, AnswerPlace const& at, Instance const& in,
                Answer const& answer, std::vector<std::int32_t> const& ids) {
  put_instance(rows[0], at, in, answer);
  put_users(rows[1], at, in, answer, ids);
  if (rows.size() == 2) return;
  put_steps(rows[2], at, in, answer);
  put_step_users(rows[3], at, answer);
}

void add_refused(std::vector<Rows>& rows, AnswerPlace const& at, std::size_t resources,
                 std::string_view reason) {
  Rows& row = rows[0];
  put_place(row, at);
  row.put(std::int32_t{1}, std::int32_t{0});
  row.put_text(reason, reason_length);
  row.put(none);
  for (std::size_t i = 0; i < 2 * resources; ++i) row.put(none);
  for (std::size_t r = 0; r < resources; ++r) row.put(std::int32_t{0});
}

}  // namespace fairslot::pool
