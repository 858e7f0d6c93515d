#include <fmt/format.h>

#include <cstdio>
#include <deque>
#include <filesystem>

#include "host/cli/commands.hpp"
#include "host/cli/script.hpp"
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

/// Becomes the script; returns only by an exception.
[[noreturn]] void draw(ReportOptions const& options) {
  std::string const& results = options.file;
  std::error_code error;
  if (!std::filesystem::exists(results, error))
    throw InputError(fmt::format("\"{}\": no such file (allowed: results that fairslot run wrote)",
                                 shown_path(results)));
  record::read_summary(results);  // looks whether its parts belong together
  std::vector<std::string> arguments = {results};
  if (!options.out.empty()) arguments.insert(arguments.end(), {"--out", options.out});
  if (options.users) arguments.push_back("--users=" + *options.users);
  become_script("report.py", arguments);
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
