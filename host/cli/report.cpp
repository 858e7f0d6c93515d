#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <stdexcept>

#include "host/cli/commands.hpp"

namespace fairslot {
namespace {

std::string environment(char const* name, std::string const& otherwise) {
  char const* const value = std::getenv(name);
  return value && *value ? value : otherwise;
}

std::string python_of(std::filesystem::path const& source) {
  auto const own = source / ".venv/bin/python";
  return environment("FAIRSLOT_PYTHON", access(own.c_str(), X_OK) == 0 ? own.string() : "python3");
}

}  // namespace

ExitCode report(std::string const& results, std::string const& out) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(results, error))
    throw InputError(fmt::format("\"{}\": no such file (allowed: results that fairslot run wrote)",
                                 shown_path(results)));
  std::filesystem::path const source = environment("FAIRSLOT_SOURCE", FAIRSLOT_SOURCE_DIR);
  auto const script = source / "analysis/report.py";
  if (!std::filesystem::exists(script, error))
    throw std::runtime_error(
        fmt::format("{}: no such file (FAIRSLOT_SOURCE names the project's folder)",
                    shown_path(script.string())));

  std::vector<std::string> arguments = {python_of(source), script.string(), results};
  if (!out.empty()) arguments.insert(arguments.end(), {"--out", out});
  std::vector<char*> argv;
  for (std::string& argument : arguments) argv.push_back(argument.data());
  argv.push_back(nullptr);
  std::fflush(stdout);
  execvp(argv[0], argv.data());
  throw std::runtime_error(
      fmt::format("{}: cannot be run ({})", shown_path(arguments[0]), std::strerror(errno)));
}

}  // namespace fairslot
