#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "host/number_of.hpp"
#include "host/pool/batch.hpp"
#include "host/statistics/text_table.hpp"
#include "kernels/shown.hpp"

namespace fairslot::pool {

std::string to_table(std::string const& path, BatchOutcome const& outcome) {
  using statistics::TextTable;
  TextTable table({{TextTable::Align::left}, {}, {}, {TextTable::Align::left}});
  table.add({"mechanism", "solved", "refused", ""});
  for (BatchCount const& own : outcome.mechanisms)
    table.add({own.mechanism, fmt::format("{}", own.solved), fmt::format("{}", own.refused),
               own.refused == 0 ? "" : "the first: " + own.first_refused});
  return fmt::format("{}: {}, {}\n", shown_path(path),
                     number_of(outcome.instances, "instance", "instances"),
                     number_of(outcome.users, "user", "users")) +
         table.text("  ");
}

std::string to_json(std::string const& path, BatchOutcome const& outcome) {
  using json = nlohmann::ordered_json;
  json results = json::array();
  for (BatchCount const& own : outcome.mechanisms) {
    json one = {{"mechanism", own.mechanism},
                {"solved", own.solved},
                {"refused", own.refused},
                {"by_kernel", own.by_kernel}};
    if (own.refused > 0) one["first_refused"] = own.first_refused;
    results.push_back(std::move(one));
  }
  json const whole = {{"batch", path},
                      {"instances", outcome.instances},
                      {"users", outcome.users},
                      {"results", std::move(results)}};
  return whole.dump(1, ' ', true, json::error_handler_t::replace) + "\n";
}

}  // namespace fairslot::pool
