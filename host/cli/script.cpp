#include "host/cli/script.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <stdexcept>

#include "kernels/shown.hpp"

namespace fairslot::cli {
namespace {

std::string environment(char const* name, std::string const& otherwise) {
  char const* const value = std::getenv(name);
  return value && *value ? value : otherwise;
}

/// Where analysis/ is: beside an installed program, wherever that has been moved, else where the
/// program was built from.
std::filesystem::path source_folder() {
  std::error_code error;
  auto const program = std::filesystem::read_symlink("/proc/self/exe", error);
  auto const installed = program.parent_path().parent_path() / FAIRSLOT_DATA_FOLDER;
  bool const is_there = std::filesystem::exists(installed / "analysis/report.py", error);
  return environment("FAIRSLOT_SOURCE", is_there ? installed.string() : FAIRSLOT_SOURCE_DIR);
}

std::string python_of(std::filesystem::path const& source) {
  auto const own = source / ".venv/bin/python";
  return environment("FAIRSLOT_PYTHON", access(own.c_str(), X_OK) == 0 ? own.string() : "python3");
}

}  // namespace

void become_script(std::string const& name, std::vector<std::string> const& arguments) {
  std::filesystem::path const source = source_folder();
  auto const script = source / "analysis" / name;
  std::error_code error;
  if (!std::filesystem::exists(script, error))
    throw std::runtime_error(
        fmt::format("{}: no such file (FAIRSLOT_SOURCE names the project's folder)",
                    shown_path(script.string())));
  std::vector<std::string> words = {python_of(source), script.string()};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  std::fflush(stdout);
  execvp(argv[0], argv.data());
  throw std::runtime_error(fmt::format(
      "{}: cannot be run ({}); figures need Python 3 with h5py, matplotlib, numpy and pandas "
      "(scripts/setup puts them into .venv), --tables, --csv and --json do not",
      shown_path(words[0]), std::strerror(errno)));
}

}  // namespace fairslot::cli
