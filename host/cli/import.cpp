#include "host/traces/import.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "host/cli/commands.hpp"
#include "host/interrupt.hpp"
#include "host/number_of.hpp"
#include "host/plain_file.hpp"
#include "host/progress.hpp"
#include "host/talk.hpp"
#include "host/traces/format.hpp"
#include "host/traces/trace.hpp"

namespace fairslot::cli {
namespace {

using traces::Draft, traces::Format, traces::Import;

/// What is there already is a trace, or empty.
void require_output(std::string const& out) {
  std::error_code error;
  auto const size = std::filesystem::file_size(out, error);
  if (!error && size > 0 && !traces::is_trace_file(out))
    throw InputError(fmt::format("--out {}: exists and is no trace (allowed: a new file's name)",
                                 shown_path(out)));
}

void require_inputs(Format const& format, ImportOptions const& options) {
  std::size_t const given = options.inputs.size();
  if (given < format.least || given > format.most)
    throw InputError(fmt::format("import {}: {} (allowed: {})", format.name,
                                 number_of(given, "input", "inputs"), format.inputs));
  if (std::ranges::count(options.inputs, "-") > 1)
    throw InputError("import: - twice (allowed: one input from stdin)");
  for (std::string const& input : options.inputs)
    if (input != "-") require_plain_file("--out", options.out, input);
  require_plain_file("--out", options.out);
  require_output(options.out);
}

/// The folder of a file, or the nearest around it that is there.
std::string folder_of(std::string const& file) {
  std::error_code error;
  auto folder = std::filesystem::absolute(file, error).parent_path();
  while (folder.has_relative_path() && !std::filesystem::is_directory(folder, error))
    folder = folder.parent_path();
  return folder.string();
}

std::string counts_text(std::map<std::string, std::int64_t> const& counts) {
  std::vector<std::string> parts;
  for (auto const& [reason, count] : counts) parts.push_back(fmt::format("{} {}", count, reason));
  return fmt::format("{}", fmt::join(parts, ", "));
}

/// By reason, a line each kind.
void tell_counts(Import::Told const& told) {
  auto const tell = [](std::string_view what, auto const& counts) {
    if (!counts.empty())
      talk(shown(fmt::format("{}: {}", what, counts_text(counts)), shown_line) + "\n");
  };
  tell("bad rows", told.bad);
  tell("left out", told.left_out);
  tell("not followed", told.not_followed);
}

nlohmann::ordered_json as_json(Import const& importing, std::string const& out, double seconds) {
  Draft const& draft = importing.draft();
  Import::Told const& told = importing.told();
  return {{"out", out},
          {"format", draft.format},
          {"rows", draft.rows_read},
          {"jobs", draft.jobs.count()},
          {"users", draft.users.count()},
          {"nodes", draft.nodes.size()},
          {"bad_rows", draft.rows_bad},
          {"bad", told.bad},
          {"left_out", told.left_out},
          {"not_followed", told.not_followed},
          {"seconds", seconds}};
}

std::string closing_line(Import const& importing, std::string const& out, double seconds) {
  Draft const& draft = importing.draft();
  return fmt::format("{}: {}, {}, {}, {}, {}, {:.1f} s", shown_path(out),
                     number_of(draft.rows_read, "row", "rows"),
                     number_of(draft.jobs.count(), "job", "jobs"),
                     number_of(draft.users.count(), "user", "users"),
                     number_of(draft.nodes.size(), "node", "nodes"),
                     number_of(draft.rows_bad, "bad row", "bad rows"), seconds);
}

}  // namespace

ExitCode import_trace(ImportOptions const& options) {
  Format const& format = traces::format_of(options.format);
  require_inputs(format, options);
  auto const start = std::chrono::steady_clock::now();
  auto const seconds = [&] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  };
  watch_for_interrupt();
  ProgressLine line(options.quiet);
  auto const progress = [&](Import const& so_far) {
    if (!line.is_due()) return;
    double const share =
        so_far.size() ? static_cast<double>(so_far.position()) / static_cast<double>(so_far.size())
                      : 0.0;
    auto const rows = static_cast<double>(so_far.draft().rows_read);
    line.show(fmt::format("{}: {:.1f} M rows, {:.0f} %, {:.2f} M rows/s", format.name, rows / 1e6,
                          100 * share, rows / line.elapsed() / 1e6),
              false);
  };
  auto const bad_row = [&](std::string const& text) { line.end(), talk(text + "\n"); };
  Import importing(options.inputs, traces::settings_of(format, options.sets),
                   folder_of(options.out), options.strict, {progress, bad_row});
  importing.draft().format = format.name;
  format.read(importing);
  line.end();
  tell_counts(importing.told());
  if (importing.draft().jobs.count() == 0)
    throw InputError(
        fmt::format("{}: no jobs in it (allowed: at least one)", fmt::join(options.inputs, ", ")));
  traces::write_trace(options.out, importing.draft());
  if (options.json)
    fmt::print("{}\n", as_json(importing, options.out, seconds()).dump(1));
  else
    fmt::print("{}\n", closing_line(importing, options.out, seconds()));
  return ExitCode::ok;
}

}  // namespace fairslot::cli
