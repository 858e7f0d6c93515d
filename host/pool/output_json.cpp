#include <nlohmann/json.hpp>

#include "host/pool/output.hpp"

namespace fairslot::pool {
namespace {

using json = nlohmann::ordered_json;

std::vector<double> row(std::vector<double> const& all, std::size_t row, std::size_t columns) {
  auto const first = all.begin() + static_cast<std::ptrdiff_t>(row * columns);
  return {first, first + static_cast<std::ptrdiff_t>(columns)};
}

void add_bundle(json& user, Bundle const& own) {
  user["won_by"] = bundle_names[static_cast<std::size_t>(own.from)];
  user["won"] = own.won;
  user["won_value"] = own.won_value;
  user["jobs"] = own.jobs;
  user["value"] = own.value;
  user["maximin_share"] = own.maximin_share;
  user["full_value"] = own.full_value;
}

json users_json(Instance const& in, Answer const& answer) {
  json users = json::array();
  for (std::size_t i = 0; i < in.N(); ++i) {
    json user = {{"name", in.name_of(i)},
                 {"tasks", answer.tasks[i]},
                 {"share", answer.share[i]},
                 {"level", answer.level[i]},
                 {"allocation", row(answer.allocation, i, in.K())}};
    if (!answer.placed.empty()) user["placed"] = row(answer.placed, i, in.M());
    if (answer.bundles) add_bundle(user, answer.bundles->of_users[i]);
    users.push_back(std::move(user));
  }
  return users;
}

json steps_json(Instance const& in, Answer const& answer) {
  json steps = json::array();
  for (Step const& step : answer.steps) {
    json one = {{"step", step_names[static_cast<std::size_t>(step.kind)]}};
    if (step.kind == Step::Kind::slot)
      one["slot"] = step.of;
    else
      one["user"] = in.name_of(step.of);
    one["level"] = step.level;
    if (!step.tasks.empty()) one["tasks"] = step.tasks;
    if (!step.used.empty()) one["used"] = step.used;
    if (!step.slack.empty()) one["slack"] = step.slack;
    steps.push_back(std::move(one));
  }
  return steps;
}

json answer_json(Instance const& in, Solved const& solved) {
  Answer const& answer = solved.answer;
  json saturated = json::array(), left_out = json::array();
  for (std::size_t r = 0; r < in.K(); ++r)
    if (answer.saturated[r] != 0) saturated.push_back(in.resources[r]);
  for (std::size_t const user : answer.left_out) left_out.push_back(in.name_of(user));
  json one = {{"mechanism", solved.mechanism},
              {"users", users_json(in, answer)},
              {"used", answer.used},
              {"saturated", saturated}};
  if (answer.common_level) one["level"] = *answer.common_level;
  if (!answer.left_out.empty()) one["left_out"] = left_out;
  if (answer.bundles) {
    one["exact"] = answer.bundles->exact;
    one["left_over"] = answer.bundles->left_over;
  }
  if (!answer.steps.empty()) one["steps"] = steps_json(in, answer);
  return one;
}

}  // namespace

std::string to_json(Instance const& in, std::vector<Solved> const& all) {
  json results = json::array();
  for (Solved const& solved : all) results.push_back(answer_json(in, solved));
  json const whole = {{"instance", in.name},
                      {"resources", in.resources},
                      {"capacity", in.capacity},
                      {"results", std::move(results)}};
  return whole.dump(1, ' ', true, json::error_handler_t::replace) + "\n";
}

}  // namespace fairslot::pool
