// The only file that includes CLI11: options to the structs of commands.hpp.
#include "host/cli/cli.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <functional>
#include <limits>
#include <memory>

#include "host/cli/commands.hpp"
#include "host/record/format.hpp"
#include "host/storage/library.hpp"
#include "host/version.hpp"
#include "kernels/build_details.hpp"
#include "kernels/environment.hpp"
#include "kernels/suggest.hpp"

namespace fairslot::cli {
namespace {

using Action = std::function<ExitCode()>;

/// A repeatable option that takes one value each time.
void add_list(CLI::App* command, std::string const& name, std::vector<std::string>& values,
              std::string const& help, std::string const& value_name) {
  command->add_option(name, values, help)->allow_extra_args(false)->type_name(value_name);
}

/// The parser's own check quotes a value whole.
auto number_within(std::int64_t least, std::int64_t most) {
  return [least, most](std::string const& text) -> std::string {
    std::int64_t number = 0;
    auto const end = text.data() + text.size();
    auto const [stop, error] = std::from_chars(text.data(), end, number);
    if (error == std::errc{} && stop == end && least <= number && number <= most) return "";
    return fmt::format("needs a number of {} to {}, not \"{}\"", least, most, shown(text));
  };
}

/// Without a value the default would be taken, which nobody asked for.
std::string no_empty_value(std::string const& text) {
  return text.empty() ? "needs a value, not an empty one" : "";
}

/// A file or folder to write.
CLI::Option* add_output(CLI::App* command, std::string const& name, std::string& value,
                        std::string const& help, std::string const& value_name) {
  auto const check = [](std::string const& path) -> std::string {
    if (path.empty()) return "needs a name, not an empty one";
    if (path.starts_with("--"))
      return fmt::format("needs a name, {} is an option (./{} names such a file)", shown(path),
                         shown(path));
    return "";
  };
  return command->add_option(name, value, help)->type_name(value_name)->check(check);
}

void add_form(CLI::App* command, statistics::TableOptions& form, std::string const& where) {
  command->add_flag("--long", form.long_form,
                    where + "every moment of every metric, both ends of the intervals");
  command->add_flag("--all-pairs", form.all_pairs, where + "gains of every pair of policies");
}

void add_run(CLI::App& app, Action& action) {
  auto const options = std::make_shared<RunOptions>();
  CLI::App* const run = app.add_subcommand("run", "Run scenarios (.toml) or a problem (.json)");
  run->add_option("files", options->files, "Scenarios or problems, run one after another")
      ->required()
      ->type_name("FILE");
  add_list(run, "--policy", options->policies,
           "A policy, NAME[:option=value,...]; repeatable; replaces the scenario's list", "POLICY");
  add_output(run, "--out", options->out, "HDF5 file (a scenario's default: results/NAME.h5)",
             "FILE.h5");
  add_output(run, "--picks", options->picks,
             "CSV of every task start, for one problem under one policy", "FILE.csv");
  run->add_flag("--json", options->json, "Results as JSON on stdout, nothing else there");
  add_form(run, options->form, "Tables: ");
  run->add_flag("--quiet", options->quiet, "No progress on stderr");
  run->add_flag("--force", options->force,
                "Replace an output file that holds something else; try results that the disk has "
                "no room for");
  add_list(run, "--set", options->sets, "Override a scenario's value; repeatable", "KEY=VALUE");
  run->add_option("--samples", options->samples, "Short for --set samples=N")
      ->type_name("N")
      ->check(no_empty_value);
  run->add_option("--seed", options->seed, "Short for --set seed=N")
      ->type_name("N")
      ->check(no_empty_value);
  run->add_option("--threads", options->threads, "Threads (default: OMP_NUM_THREADS or all cores)")
      ->check(number_within(1, most_threads))
      ->type_name("N");
  run->add_option("--engine", options->engine, "How servers are searched; never changes a result")
      ->type_name("NAME")
      ->capture_default_str();
  run->footer(
      "Examples:\n"
      "  fairslot run scenarios/study.toml\n"
      "  fairslot run scenarios/tvtsf/normal.toml --samples 10 --set workload.jobs=100\n"
      "  fairslot run problem.json --policy tvtsf --policy tsf:memory=slot --json\n"
      "  fairslot run problem.json --policy drfh:fit=first --picks picks.csv");
  run->callback([options, &action] { action = [options] { return run_files(*options); }; });
}

struct Files {
  std::vector<std::string> files, sets;
  std::string file, out;
  bool markdown = false, json = false, quiet = false;
};

void add_validate(CLI::App& app, Action& action) {
  auto const options = std::make_shared<ValidateOptions>();
  CLI::App* const validate =
      app.add_subcommand("validate", "Check files and foretell what they take: a line a file");
  validate->add_option("files", options->files, "Scenarios, problems or traces (.h5)")
      ->required()
      ->type_name("FILE");
  add_list(validate, "--policy", options->policies, "As for run", "POLICY");
  add_list(validate, "--set", options->sets, "Override a scenario's value; repeatable",
           "KEY=VALUE");
  validate->add_option("--samples", options->samples, "Short for --set samples=N")
      ->type_name("N")
      ->check(no_empty_value);
  validate->add_option("--threads", options->threads, "As for run: threads take memory")
      ->check(number_within(1, most_threads))
      ->type_name("N");
  validate->add_flag("--force", options->force, "Pass results that the disk has no room for");
  validate->add_flag("--no-time", options->no_time,
                     "Do not run some seconds of a scenario to foretell how long all of it takes");
  validate->footer(
      "Examples:\n"
      "  fairslot validate scenarios/tvtsf/*.toml\n"
      "  fairslot validate scenarios/study.toml --samples 1000 --threads 2");
  validate->callback(
      [options, &action] { action = [options] { return validate_files(*options); }; });
}

void add_verify(CLI::App& app, Action& action) {
  auto const options = std::make_shared<Files>();
  CLI::App* const verify = app.add_subcommand(
      "verify", "Check that results files are whole and as they were written: a line a file");
  verify->add_option("files", options->files, "What run or solve wrote")
      ->required()
      ->type_name("RESULTS.h5");
  verify->add_flag("--json", options->json, "As JSON on stdout");
  verify->add_flag("--quiet", options->quiet, "Only what is wrong");
  verify->footer(
      "Example:\n  fairslot verify results/*.h5\n"
      "Every row is read. Equal runs have equal digests, whatever machine wrote them.\n"
      "Exit codes: 0 all are whole, 5 one is damaged, missing or no results file.");
  verify->callback([options, &action] {
    action = [options] { return verify_files(options->files, options->json, options->quiet); };
  });
}

void add_show(CLI::App& app, Action& action) {
  auto const options = std::make_shared<ShowOptions>();
  CLI::App* const show = app.add_subcommand(
      "show", "Print a scenario with every default; of a synthetic one what was drawn, too");
  show->add_option("file", options->file, "A scenario")->required()->type_name("FILE.toml");
  add_list(show, "--set", options->sets, "Override a value; repeatable", "KEY=VALUE");
  show->add_flag("--json", options->json, "Of a synthetic one: what was drawn, as JSON");
  add_output(show, "--plot", options->plot,
             "Of a synthetic one: draw the distributions and arrivals of its first sample there",
             "DIR");
  show->footer(
      "Examples:\n"
      "  fairslot show scenarios/study.toml --set cluster.servers=1000 > big.toml\n"
      "  fairslot show scenarios/datacenter/1k.toml --json\n"
      "  fairslot show scenarios/datacenter/diurnal.toml --plot results");
  show->callback([options, &action] { action = [options] { return show_scenario(*options); }; });
}

void add_solve(CLI::App& app, Action& action) {
  auto const options = std::make_shared<SolveOptions>();
  CLI::App* const command =
      app.add_subcommand("solve", "Divide a pool at once among users of divisible tasks");
  command
      ->add_option("what", options->what,
                   "Mechanisms, NAME[:option=value,...] (default: those of the file's `solve`), "
                   "and the instances that each of them divides, or one batch of many")
      ->required()
      ->type_name("MECHANISM|FILE");
  command->add_flag("--json", options->json, "Results as JSON on stdout, nothing else there");
  add_output(command, "--out", options->out, "HDF5 file of all answers", "FILE.h5");
  command->add_flag("--strict", options->strict,
                    "Of a batch: the first instance that is bad ends it (else it is a row with its "
                    "reason)");
  command
      ->add_option("--engine", options->engine,
                   "Of a batch who divides: auto (a kernel for drf on a GPU, else the host), host, "
                   "kernel; never changes a result")
      ->check(CLI::IsMember({"auto", "host", "kernel"}))
      ->type_name("NAME");
  command
      ->add_option("--threads", options->threads,
                   "Of a batch, or of an experiment (default: as for run)")
      ->check(number_within(1, most_threads))
      ->type_name("N");
  command->add_flag("--quiet", options->quiet, "Not a word on stderr");
  command->add_flag("--force", options->force, "Replace an output file that holds something else");
  add_list(command, "--set", options->sets, "Override an instance's value; repeatable",
           "KEY=VALUE");
  command->footer(
      "Examples:\n"
      "  fairslot solve drf scenarios/thesis/example.toml\n"
      "  fairslot solve drf:discrete=strict,ties=highest ceei scenarios/thesis/example.toml "
      "--json\n"
      "  fairslot solve optimum problem.json\n"
      "  fairslot solve slot_ratios trace.h5 --set slots=[4,8]\n"
      "  fairslot list mechanisms");
  command->callback([options, &action] { action = [options] { return solve(*options); }; });
}

void add_import(CLI::App& app, Action& action) {
  auto const options = std::make_shared<ImportOptions>();
  CLI::App* const command =
      app.add_subcommand("import", "Turn logs of a cluster into a trace file, which scenarios run");
  command->add_option("format", options->format, "One of fairslot list importers")
      ->required()
      ->type_name("FORMAT");
  command->add_option("inputs", options->inputs, "Files, plain or packed by gzip; -: stdin")
      ->required()
      ->type_name("INPUT");
  add_output(command, "--out", options->out, "The trace file", "TRACE.h5")->required();
  add_list(command, "--set", options->sets, "Change a setting of the format; repeatable",
           "KEY=VALUE");
  command->add_flag("--strict", options->strict, "The first bad row ends it");
  command->add_flag("--json", options->json, "The counts as JSON on stdout");
  command->add_flag("--quiet", options->quiet, "No progress on stderr");
  command->footer(
      "Examples:\n"
      "  fairslot import openb nodes.csv.gz pods.csv.gz --out openb.h5\n"
      "  sacct ... | fairslot import sacct - nodes.txt --out ours.h5\n"
      "  fairslot list importers");
  command->callback([options, &action] { action = [options] { return import_trace(*options); }; });
}

void add_list_command(CLI::App& app, Action& action) {
  auto const options = std::make_shared<Files>();
  CLI::App* const list = app.add_subcommand(
      "list",
      "What can be named: policies, mechanisms, engines, importers, audits, keys, "
      "stages, clusters, workloads, distributions");
  list->add_option(
          "what", options->file,
          "policies, mechanisms, engines, importers, audits, keys, stages, clusters, workloads or "
          "distributions (default: all)")
      ->type_name("WHAT")
      ->check(no_empty_value);
  list->add_flag("--json", options->json,
                 "policies, mechanisms or importers for programs, see docs/policies.md");
  list->add_flag("--markdown", options->markdown,
                 "keys or distributions as the tables of scenarios/README.md");
  list->footer("Examples:\n  fairslot list policies\n  fairslot list keys");
  list->callback([options, &action] {
    action = [options] { return list_things(options->file, options->markdown, options->json); };
  });
}

void add_explain(CLI::App& app, Action& action) {
  auto const options = std::make_shared<ExplainOptions>();
  CLI::App* const command = app.add_subcommand(
      "explain", "Why tasks started when and where they did, and why others waited");
  command->add_option("file", options->file, "A problem (.json), or results of run (.h5)")
      ->required()
      ->type_name("FILE");
  command
      ->add_option("--policy", options->policy,
                   "The policy, NAME[:option=value,...]; of stages the scheduler (default: fgm)")
      ->type_name("POLICY");
  auto const add_number = [&](std::string const& name, auto& value, std::string const& help,
                              std::int64_t least = 0) {
    constexpr std::int64_t most = 2'147'483'646;
    command->add_option(name, value, help)->check(number_within(least, most))->type_name("N");
  };
  constexpr std::int64_t last_slot = std::numeric_limits<std::int64_t>::max() - 1;
  command
      ->add_option("--slot", options->slot, "What was picked in this slot, and why; not of stages")
      ->check(number_within(1, last_slot))
      ->type_name("T");
  add_number("--user", options->user,
             "Only picks of this user, and the one that decided against it; not of stages");
  add_number(
      "--job", options->job,
      "Of results: the slot in which this job of the user started first, or was submitted; of "
      "stages: all its tasks");
  add_number("--top", options->top,
             "Keys and servers shown of a pick (default: 5); of stages matches told of a task that "
             "did not "
             "start it (default: 20)",
             1);
  add_number("--point", options->point, "Of results: of the sweep (default: the first, 0)");
  add_number("--sample", options->sample, "Of results: of the point (default: 0)");
  add_number("--task", options->task, "Of stages: this task");
  command->add_flag("--json", options->json, "As JSON on stdout, nothing else there");
  command->footer(
      "Examples:\n"
      "  fairslot explain problem.json --policy tvtsf --slot 1 --json\n"
      "  fairslot explain problem.json --policy cdrf --slot 12 --user 3\n"
      "  fairslot explain results/study.h5 --policy tvtsf --point 0 --sample 3 --user 7 --job 0\n"
      "  fairslot explain results/toy.h5 --policy fgm --job 2 --json");
  command->callback([options, &action] { action = [options] { return explain(*options); }; });
}

void add_report(CLI::App& app, Action& action) {
  auto const options = std::make_shared<ReportOptions>();
  CLI::App* const command =
      app.add_subcommand("report", "Figures (PNG, SVG) or tables of a results file");
  command->add_option("results", options->file, "What run or solve wrote")
      ->required()
      ->type_name("RESULTS.h5");
  auto* const out = add_output(command, "--out", options->out,
                               "Folder of the figures (default: beside the results)", "DIR");
  auto* const tables =
      command->add_flag("--tables", options->tables, "What run printed; not of stages or pools");
  auto* const json =
      command->add_flag("--json", options->json, "What run --json printed; likewise");
  auto* const csv = add_output(command, "--csv", options->csv,
                               "Write the tables into this folder as CSV files", "DIR");
  auto* const users = command->add_option(
      "--users", options->users,
      "Users whose shares are drawn (default: the four furthest behind); with record.shares");
  users->type_name("U,V,...");
  tables->excludes(out, json, users);
  json->excludes(out, users);
  csv->excludes(out, users);
  command->add_flag("--force", options->force, "With --csv: replace files that hold something else")
      ->needs(csv);
  add_form(command, options->form, "With --tables: ");
  command->footer(
      "Examples:\n"
      "  fairslot report results/study.h5 --out figures\n"
      "  fairslot report results/shares.h5 --users 3,17\n"
      "  fairslot report results/study.h5 --tables --all-pairs\n"
      "Figures need Python: FAIRSLOT_PYTHON, else the project's .venv, else python3.");
  command->callback([options, &action] {
    bool const form = options->form.long_form || options->form.all_pairs;
    if (form && !options->tables && !options->json)
      throw CLI::RequiresError("--long and --all-pairs", "--tables");
    action = [options] { return report(*options); };
  });
}

void add_bench(CLI::App& app, Action& action, Benchmark benchmark) {
  auto const options = std::make_shared<BenchOptions>();
  CLI::App* const command = app.add_subcommand(
      "bench", "Measure this machine: fairslot against a naive simulator on equal problems");
  add_list(command, "--case", options->cases, "A case, or several: s10k-*; repeatable", "NAME");
  auto* const list = command->add_flag(
      "--list", options->list, "Show the cases, all or those of --case, and measure nothing");
  command->add_option("--runs", options->runs, "Repetitions in turns; medians are shown")
      ->check(number_within(1, 1000))
      ->type_name("N")
      ->capture_default_str();
  auto* const quick = command->add_flag("--quick", options->quick,
                                        "Few cases: about a minute; the default takes about ten");
  command->add_flag("--full", options->full, "Also the longest cases, of 100,000 servers")
      ->excludes(quick);
  auto* const engine = command->add_option("--engine", options->engine, "How servers are searched")
                           ->type_name("NAME")
                           ->capture_default_str();
  command
      ->add_option("--engines", options->engines,
                   "Instead of the naive simulator: auto against all engines, or some: scan,ratio")
      ->type_name("all|NAMES")
      ->excludes(engine)
      ->excludes(list);
  command->add_option("--policy", options->policy, "NAME[:option=value,...]")
      ->type_name("POLICY")
      ->capture_default_str();
  command->add_option("--threads", options->threads, "Threads of fairslot; the naive one has one")
      ->check(number_within(1, most_threads))
      ->type_name("N")
      ->capture_default_str();
  add_output(command, "--json", options->json, "All times as JSON, - for stdout", "FILE")
      ->excludes(list);
  command->add_option("--sweep", options->sweep)->group("");  // what it starts itself with
  command->add_flag("--verbose", options->verbose,
                    "Also what the engine chose, what answered it, its memory");
  command->add_flag("--quiet", options->quiet, "No progress on stderr");
  command->footer(
      "Examples:\n"
      "  fairslot bench\n"
      "  fairslot bench --quick --json bench.json\n"
      "  fairslot bench --case 's10k-*' --runs 9 --verbose\n"
      "  fairslot bench --engines all --case 'dc-*' --runs 3\n"
      "  fairslot bench --case 'dc-s100k-t10-used*-bytype-j10-u100-k4'");
  command->callback([options, &action, benchmark] {
    action = [options, benchmark] { return benchmark(*options); };
  });
}

void add_audit(CLI::App& app, Action& action) {
  auto const options = std::make_shared<AuditOptions>();
  CLI::App* const command =
      app.add_subcommand("audit", "Judge runs by fairness properties, with witnesses");
  command->add_option("file", options->file, "A problem (.json), or results of run (.h5)")
      ->required()
      ->type_name("FILE");
  add_list(command, "--policy", options->policies,
           "A policy, NAME[:option=value,...]; repeatable; of results one of theirs", "POLICY");
  add_list(command, "--audit", options->audits,
           "An audit; repeatable (default: si, maximality, ef1, ef1_j; fairslot list audits)",
           "NAME");
  constexpr int most = 2'147'483'646;
  command->add_option("--point", options->point, "Of results (default: all)")
      ->check(number_within(0, most))
      ->type_name("P");
  command->add_option("--sample", options->sample, "Of results (default: all)")
      ->check(number_within(0, most))
      ->type_name("S");
  command->add_option("--audit-users", options->liars, "Users whose lies `sp` tries, from 0")
      ->check(number_within(1, most))
      ->type_name("N")
      ->capture_default_str();
  add_output(command, "--out", options->out, "Of results (default: RESULTS.audit.h5)", "FILE.h5");
  command->add_flag("--json", options->json, "Findings as JSON on stdout, nothing else there");
  command->add_flag("--quiet", options->quiet, "No progress on stderr");
  command->add_flag("--force", options->force, "Replace an output file");
  command->add_option("--threads", options->threads, "As for run")
      ->check(number_within(1, most_threads))
      ->type_name("N");
  command->footer(
      "Examples:\n"
      "  fairslot audit problem.json --policy tvtsf --policy cdrf\n"
      "  fairslot audit problem.json --policy drf --audit sp --json\n"
      "  fairslot audit results/study.h5 --policy tvtsf --point 0 --sample 3\n"
      "  fairslot list audits");
  command->callback([options, &action] { action = [options] { return audit_file(*options); }; });
}

std::vector<std::string> names_of(std::vector<CLI::App*> const& commands) {
  std::vector<std::string> names;
  for (CLI::App const* const command : commands) names.push_back(command->get_name());
  return names;
}

std::string did_you_mean(std::string const& nearest) {
  return nearest.empty() ? "" : fmt::format("; did you mean {}?", nearest);
}

/// The parser's own words for a missing or misspelt command help nobody.
void require_command(CLI::App const& app, int argc, char const* const* argv) {
  auto const names =
      names_of(const_cast<CLI::App&>(app).get_subcommands([](CLI::App*) { return true; }));
  std::string const first = argc > 1 ? argv[1] : "";
  std::vector<std::string> const options = {"-h", "--help", "--version"};
  if (std::ranges::count(names, first) || std::ranges::count(options, first)) return;
  if (first.starts_with('-'))
    throw InputError(fmt::format("unknown option \"{}\" before a command (allowed: {}){}",
                                 shown(first), fmt::join(options, ", "),
                                 did_you_mean(nearest_name(first, options))));
  throw InputError(fmt::format(
      "{} (allowed: {}; fairslot --help explains them){}",
      first.empty() ? "no command" : fmt::format("unknown command \"{}\"", shown(first)),
      fmt::join(names, ", "), did_you_mean(nearest_name(first, names))));
}

[[noreturn]] void refuse_extra(CLI::App const& app) {
  CLI::App const* const command =
      app.get_subcommands().empty() ? &app : app.get_subcommands().front();
  std::string const extra = app.remaining(true).empty() ? "" : app.remaining(true).front();
  std::vector<std::string> names;
  for (CLI::Option const* const option : command->get_options()) {
    if (option->get_group().empty()) continue;  // hidden
    for (std::string const& name : option->get_lnames()) names.push_back("--" + name);
  }
  bool const is_option = extra.starts_with('-');
  throw InputError(fmt::format("{} \"{}\" (allowed: {}){}",
                               is_option ? "unknown option" : "unexpected argument", shown(extra),
                               fmt::join(names, ", "),
                               is_option ? did_you_mean(nearest_name(extra, names)) : ""));
}

/// The parser quotes values whole.
std::string parser_words(std::string text) {
  std::ranges::replace(text, '\n', ' ');
  return shown(text, 300);
}

std::string version_text() {
  return fmt::format(
      "fairslot {} (commit {})\nback ends: {}\nKokkos {}, HDF5 {}\n"
      "results: format {}, numbers {}",
      code_version(), code_commit(), backends(), kokkos_version(), storage::hdf5_version(),
      record::format_version, record::semantic_version);
}

}  // namespace

ExitCode run_command_line(int argc, char const* const* argv, Benchmark benchmark) {
  CLI::App app("Simulator of fair multi-resource scheduling at the scale of a datacenter.",
               "fairslot");
  app.set_version_flag("--version", std::function<std::string()>(version_text));
  app.footer(
      "Examples:\n"
      "  fairslot run scenarios/study.toml     the main study, results/study.h5\n"
      "  fairslot report results/study.h5      its figures\n"
      "  fairslot list policies\n"
      "fairslot COMMAND --help explains a command. Exit codes: 0 done, 1 failure, 2 bad input, 4 a "
      "run "
      "made again differs, 5 damaged results, 130 interrupted.");
  app.require_subcommand(1);
  Action action;
  add_run(app, action);
  add_solve(app, action);
  add_validate(app, action);
  add_show(app, action);
  add_import(app, action);
  add_list_command(app, action);
  add_report(app, action);
  add_explain(app, action);
  add_audit(app, action);
  add_verify(app, action);
  add_bench(app, action, benchmark);

  require_command(app, argc, argv);
  try {
    app.parse(argc, argv);
  } catch (CLI::Success const& help_or_version) {
    app.exit(help_or_version);
    return ExitCode::ok;
  } catch (CLI::ExtrasError const&) {
    refuse_extra(app);
  } catch (CLI::ParseError const& error) {
    throw InputError(fmt::format("{} (fairslot {} --help)", parser_words(error.what()), argv[1]));
  }
  return action();
}

}  // namespace fairslot::cli
