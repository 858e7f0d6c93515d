#include <fmt/format.h>

#include <filesystem>

#include "host/cli/commands.hpp"
#include "host/plain_file.hpp"
#include "host/record/leftovers.hpp"
#include "host/scenario/document.hpp"
#include "host/talk.hpp"

namespace fairslot::cli {

bool is_scenario(std::string const& file) {
  return std::filesystem::path(file).extension() == ".toml";
}
bool is_problem(std::string const& file) {
  return std::filesystem::path(file).extension() == ".json";
}
bool is_trace(std::string const& file) { return std::filesystem::path(file).extension() == ".h5"; }

void require_known_kind(std::string const& file) {
  if (!is_scenario(file) && !is_problem(file))
    throw InputError(fmt::format(
        "\"{}\": what is it? (allowed: a scenario, .toml, or a problem, .json)", shown_path(file)));
}

void require_set_once(std::vector<std::string> const& sets, std::string const& option,
                      std::string const& key) {
  for (std::string const& set : sets) {
    std::string const own = scenario::plain_key(set.substr(0, set.find('=')));
    if (scenario::is_within(own, key))
      throw InputError(
          fmt::format("{} and --set {} set the same (allowed: one of them)", option, shown(own)));
  }
}

void require_new_output(SolveOptions const& options, std::string const& path) {
  require_plain_file("--out", options.out, path);
  for (std::string const& line : record::clear_leftovers(options.out)) talk(line + "\n");
  if (std::filesystem::exists(options.out) && !options.force)
    throw InputError(
        fmt::format("{}: exists (allowed: another name, or --force)", shown_path(options.out)));
}

}  // namespace fairslot::cli
