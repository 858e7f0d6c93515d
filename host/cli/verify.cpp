#include <fmt/format.h>

#include <cstdio>
#include <nlohmann/json.hpp>

#include "host/cli/commands.hpp"
#include "host/interrupt.hpp"
#include "host/record/stored_result.hpp"
#include "host/talk.hpp"
#include "kernels/shown.hpp"

namespace fairslot::cli {
namespace {

using record::Verified;

using json = nlohmann::ordered_json;

std::string line_of(std::string const& file, Verified const& v) {
  return fmt::format("{}: ok: {} rows in {} tables{}, digest {}", shown_path(file), v.rows,
                     v.tables, v.complete ? "" : ", of an interrupted run", v.digest);
}

json to_json(std::string const& file, Verified const& v) {
  return {{"file", file},   {"ok", true},         {"digest", v.digest},
          {"rows", v.rows}, {"tables", v.tables}, {"complete", v.complete}};
}

}  // namespace

ExitCode verify_files(std::vector<std::string> const& files, bool as_json, bool quiet) {
  ExitCode code = ExitCode::ok;
  json all = json::array();
  for (std::string const& file : files) {
    try {
      Verified const verified = record::verify_results(file);
      all.push_back(to_json(file, verified));
      if (!as_json && !quiet) fmt::print("{}\n", line_of(file, verified));
    } catch (InputError const& error) {
      std::fflush(stdout);
      talk(fmt::format("fairslot: {}\n", error.what()));
      all.push_back({{"file", file}, {"ok", false}, {"problem", error.what()}});
      code = ExitCode::bad_parts;
    }
  }
  if (as_json) fmt::print("{}\n", all.dump(1, ' ', true, json::error_handler_t::replace));
  return code;
}

}  // namespace fairslot::cli
