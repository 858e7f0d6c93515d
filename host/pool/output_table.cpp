#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "host/number_of.hpp"
#include "host/pool/output.hpp"
#include "host/statistics/text_table.hpp"
#include "kernels/shown.hpp"

namespace fairslot::pool {
namespace {

using statistics::TextTable;
using Cells = std::vector<std::string>;

constexpr std::size_t most_steps_shown = 100;

std::string text(double number) { return fmt::format("{:.6g}", number); }

TextTable table_of(std::size_t columns) {
  std::vector<TextTable::Column> all(columns);
  all.front().align = TextTable::Align::left;
  return TextTable(all);
}

std::string users_table(Instance const& in, Answer const& answer) {
  TextTable table = table_of(4 + in.K());
  Cells head{"user", "tasks", "share", "level"};
  for (std::string const& resource : in.resources) head.push_back(shown(resource));
  table.add(head);
  for (std::size_t i = 0; i < in.N(); ++i) {
    Cells row{shown(in.name_of(i)), text(answer.tasks[i]), text(answer.share[i]),
              text(answer.level[i])};
    for (std::size_t r = 0; r < in.K(); ++r) row.push_back(text(answer.allocation[i * in.K() + r]));
    table.add(row);
  }
  return table.text("  ");
}

std::string resources_table(Instance const& in, Answer const& answer) {
  TextTable table = table_of(5);
  table.add({"resource", "capacity", "used", "free", ""});
  for (std::size_t r = 0; r < in.K(); ++r) {
    bool const full = answer.saturated[r] != 0;
    double const left = full ? 0.0 : in.capacity[r] - answer.used[r];
    table.add({shown(in.resources[r]), text(in.capacity[r]), text(answer.used[r]), text(left),
               full ? "saturated" : ""});
  }
  return table.text("  ");
}

Cells step_cells(Instance const& in, Step const& step) {
  std::string const of =
      step.kind == Step::Kind::slot ? std::to_string(step.of) : in.name_of(step.of);
  Cells cells{std::string(step_names[static_cast<std::size_t>(step.kind)]), shown(of),
              text(step.level)};
  for (double const used : step.used) cells.push_back(text(used));
  for (double const slack : step.slack) cells.push_back(text(slack));
  for (double const tasks : step.tasks) cells.push_back(text(tasks));
  return cells;
}

std::string steps_table(Instance const& in, Answer const& answer) {
  if (answer.steps.empty()) return "";
  std::size_t columns = 0;
  for (Step const& step : answer.steps)
    columns = std::max(columns, 3 + step.used.size() + step.slack.size() + step.tasks.size());
  TextTable table = table_of(columns);
  Cells head{"step", "of", "level"};
  if (!answer.steps.front().used.empty())
    for (std::string const& resource : in.resources) head.push_back(shown(resource) + " used");
  if (!answer.steps.front().slack.empty())
    for (std::string const& resource : in.resources) head.push_back(shown(resource) + " slack");
  for (std::size_t i = 0; head.size() < columns; ++i) head.push_back("x of " + in.name_of(i));
  table.add(head);
  for (std::size_t s = 0; s < std::min(answer.steps.size(), most_steps_shown); ++s)
    table.add(step_cells(in, answer.steps[s]));
  std::string const more =
      answer.steps.size() > most_steps_shown
          ? fmt::format("  ... {} more (--json has all)\n", answer.steps.size() - most_steps_shown)
          : "";
  return table.text("  ") + more;
}

std::string jobs_text(std::vector<std::size_t> const& jobs) {
  return jobs.empty() ? "-" : fmt::format("{}", fmt::join(jobs, " "));
}

std::string bundles_table(Instance const& in, Bundles const& bundles) {
  TextTable table = table_of(8);
  table.add({"user", "won by", "won", "value", "jobs", "value", "maximin share", "of all jobs"});
  for (std::size_t i = 0; i < in.N(); ++i) {
    Bundle const& own = bundles.of_users[i];
    table.add({shown(in.name_of(i)), std::string(bundle_names[static_cast<std::size_t>(own.from)]),
               jobs_text(own.won), text(own.won_value), jobs_text(own.jobs), text(own.value),
               text(own.maximin_share), text(own.full_value)});
  }
  return table.text("  ") + fmt::format("  left over: {}\n", jobs_text(bundles.left_over)) +
         (bundles.exact ? ""
                        : "  values: by earliest deadline, which may miss the largest, as may "
                          "maximin shares\n");
}

std::string names(Instance const& in, std::vector<std::size_t> const& users) {
  std::string text;
  for (std::size_t const user : users) text += (text.empty() ? "" : ", ") + shown(in.name_of(user));
  return text;
}

}  // namespace

std::string to_table(Instance const& in, Solved const& solved) {
  Answer const& answer = solved.answer;
  std::string text =
      fmt::format("{}: {}, {}, {}\n", shown(in.name), solved.mechanism,
                  number_of(in.N(), "user", "users"), number_of(in.K(), "resource", "resources"));
  if (answer.bundles) return text + bundles_table(in, *answer.bundles);
  text += users_table(in, answer) + resources_table(in, answer) + steps_table(in, answer);
  if (answer.common_level) text += fmt::format("  level {:.6g}\n", *answer.common_level);
  if (!answer.left_out.empty())
    text += fmt::format("  left out, needing what is not there: {}\n", names(in, answer.left_out));
  return text;
}

}  // namespace fairslot::pool
