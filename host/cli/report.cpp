#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <filesystem>
#include <stdexcept>

#include "host/cli/commands.hpp"
#include "host/plain_file.hpp"
#include "host/problem/problem_output.hpp"
#include "host/record/leftovers.hpp"
#include "host/record/stored_result.hpp"
#include "host/record/text_file.hpp"
#include "host/talk.hpp"

namespace fairslot::cli {
namespace {

using record::StoredResult;
using record::TextFile;

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

/// Becomes the script; returns only by an exception.
[[noreturn]] void draw(ReportOptions const& options) {
  std::string const& results = options.file;
  std::error_code error;
  if (!std::filesystem::exists(results, error))
    throw InputError(fmt::format("\"{}\": no such file (allowed: results that fairslot run wrote)",
                                 shown_path(results)));
  record::read_summary(results);  // looks whether its parts belong together
  std::filesystem::path const source = source_folder();
  auto const script = source / "analysis/report.py";
  if (!std::filesystem::exists(script, error))
    throw std::runtime_error(
        fmt::format("{}: no such file (FAIRSLOT_SOURCE names the project's folder)",
                    shown_path(script.string())));

  std::vector<std::string> arguments = {python_of(source), script.string(), results};
  if (!options.out.empty()) arguments.insert(arguments.end(), {"--out", options.out});
  if (options.users) arguments.push_back("--users=" + *options.users);
  std::vector<char*> argv;
  for (std::string& argument : arguments) argv.push_back(argument.data());
  argv.push_back(nullptr);
  std::fflush(stdout);
  execvp(argv[0], argv.data());
  throw std::runtime_error(fmt::format(
      "{}: cannot be run ({}); figures need Python 3 with h5py, matplotlib, numpy and pandas "
      "(scripts/setup puts them into .venv), --tables and --csv do not",
      shown_path(arguments[0]), std::strerror(errno)));
}

/// A table of another result may give way, a file of somebody else's by force only: ours tell by
/// the names of their first two columns.
void require_tables(std::vector<std::pair<std::string, std::string>> const& tables,
                    std::string const& folder, bool force) {
  for (auto const& [name, text] : tables) {
    auto const columns = text.find_first_of(",\n", text.find(',') + 1);
    std::string const path = fmt::format("{}/{}", folder, name);
    require_plain_file("--csv", path);  // nobody may read a pipe
    require_text_output("--csv", path, text.substr(0, force ? 0 : columns), "table of fairslot",
                        "a new folder's name, or --force");
  }
}

/// All files or none: each is written aside before the first takes its place.
void write_csv(statistics::Summary const& summary, std::string const& folder, bool force) {
  auto const tables = statistics::csv_tables(summary);
  require_tables(tables, folder, force);
  for (auto const& [name, text] : tables)
    for (std::string const& line : record::clear_leftovers(fmt::format("{}/{}", folder, name)))
      talk(line + "\n");
  std::deque<TextFile> files;
  std::string names;
  for (auto const& [name, text] : tables) {
    files.emplace_back(fmt::format("{}/{}", folder, name)).write(text);
    names.append(names.empty() ? "" : ", ").append(name);
  }
  for (TextFile& file : files) file.publish();
  talk(fmt::format("{}: {}\n", shown_path(folder), names));
}

/// What `run` printed.
std::string tables_of(StoredResult const& stored, ReportOptions const& options) {
  if (!stored.outcome)
    return options.json ? statistics::to_json(stored.summary, options.form)
                        : statistics::format_tables(stored.summary, options.form);
  if (options.form.long_form || options.form.all_pairs)
    throw InputError(
        fmt::format("{}: a problem's results; --long and --all-pairs are for scenarios",
                    shown_path(options.file)));
  return options.json ? problem::to_json(*stored.outcome) : problem::to_table(*stored.outcome);
}

}  // namespace

ExitCode report(ReportOptions const& options) {
  if (!options.tables && !options.json && options.csv.empty()) draw(options);
  StoredResult const stored = record::read_result(options.file);
  if (stored.summary.policies.empty())
    throw InputError(fmt::format(
        "{}: of stages or of fairslot solve, whose tables `fairslot run` and `solve` print "
        "(allowed: figures, without --tables, --json and --csv)",
        shown_path(options.file)));
  if (options.json || options.tables) std::fputs(tables_of(stored, options).c_str(), stdout);
  if (!options.csv.empty()) write_csv(stored.summary, options.csv, options.force);
  return ExitCode::ok;
}

}  // namespace fairslot::cli
