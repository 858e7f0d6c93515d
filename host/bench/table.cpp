#include "host/bench/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "host/version.hpp"

namespace fairslot::bench {
namespace {

std::string mebibytes(std::optional<std::int64_t> bytes) {
  return bytes ? fmt::format("{}", *bytes / (1 << 20)) : "-";
}

std::string demands(Case const& c) {
  return is_of_trace(c.load) ? "trace" : std::to_string(c.classes);
}

constexpr auto row =
    "{:<25} {:>7} {:>6} {:>7} {:>2}  {:<21} {:>9} {:>9} {:>7} {:>7} {:>7} {:>9} "
    "{:>8} {:>8} {:>6}\n";

}  // namespace

std::string digits(double value) {
  if (!(value > 0)) return "-";
  int const decimals = value >= 100 ? 0 : value >= 10 ? 1 : value >= 1 ? 2 : value >= 0.1 ? 3 : 4;
  return fmt::format("{:.{}f}", value, decimals);
}

std::string title(BenchRun const& run) {
  std::string head =
      fmt::format("fairslot {} ({}); {}, {} cores; {}; engine {}, policy {}; medians of {}\n",
                  code_version(), code_commit(), run.machine.processor, run.machine.cores,
                  run.device, run.engine, run.policy, run.runs);
  if (run.machine.load_average > 0.5)
    head += fmt::format("The machine is busy (load {:.1f}): times are less sure than usual.\n",
                        run.machine.load_average);
  return head;
}

std::string table_head() {
  std::string head = fmt::format(row, "", "", "", "", "", "", "M picks/s", "M picks/s", "", "", "",
                                 "", "M picks", "whole", "peak");
  head += fmt::format(row, "case", "servers", "users", "demands", "K", "load", "naive", "fairslot",
                      "ratio", "lowest", "highest", "slots/s", "in all", "run, s", "MiB");
  return head;
}

std::string table_row(Measured const& m) {
  Case const& c = m.measured;
  std::vector<double> const ratios = m.ratios();
  auto const [low, high] = std::ranges::minmax(ratios);
  std::string load(name_of(c.load));
  if (c.constraint != Constraint::anywhere) load += fmt::format(", {}", name_of(c.constraint));
  return fmt::format(row, c.name, c.servers, c.users, demands(c), c.resources, load,
                     digits(m.naive_rate() / 1e6), digits(m.fairslot_rate() / 1e6),
                     digits(m.ratio()), digits(low), digits(high), digits(m.slot_rate()),
                     digits(static_cast<double>(m.whole_picks) / 1e6), digits(m.whole_seconds()),
                     mebibytes(m.peak_bytes));
}

std::string table_row(Scaling const& s) {
  std::vector<double> const ratios = s.ratios();
  auto const [low, high] = std::ranges::minmax(ratios);
  return fmt::format(
      "{:<25} {} runs of study: {} s with one thread, {} s with two; {} times as fast "
      "(lowest {}, highest {})\n",
      s.measured.name, s.measured.problems, digits(median(s.one)), digits(median(s.two)),
      digits(s.ratio()), digits(low), digits(high));
}

std::string table_foot() {
  return R"(
Picks are task starts. Every pick of the naive simulator, which has one thread, was compared with
fairslot's first. Rates and slots/s are of the steady state (of whole runs in study) on equal
problems; from 10,000 servers on the naive simulator is given a part of it. lowest, highest: of the
repetitions' ratios. Cases of 100 servers are sweeps of several problems. A whole run begins with an
empty cluster; peak is this process's memory during one.
)";
}

nlohmann::json to_json(BenchRun const& run) {
  return {{"program", {{"version", code_version()}, {"commit", code_commit()}}},
          {"machine",
           {{"processor", run.machine.processor},
            {"cores", run.machine.cores},
            {"load_average", run.machine.load_average}}},
          {"device", run.device},
          {"engine", run.engine},
          {"policy", run.policy},
          {"threads", run.threads},
          {"runs", run.runs},
          {"cases", nlohmann::json::array()},
          {"scaling", nlohmann::json::array()},
          {"engines", nlohmann::json::array()}};
}

nlohmann::json to_json(Measured const& m) {
  Case const& c = m.measured;
  auto const bytes = [](std::optional<std::int64_t> value) {
    return value ? nlohmann::json(*value) : nlohmann::json();
  };
  nlohmann::json questions = nlohmann::json::object();
  for (std::size_t i = 0; i < std::size(path_infos()); ++i)
    if (m.questions[i] > 0) questions[std::string(path_infos()[i].name)] = m.questions[i];
  nlohmann::json repetitions = nlohmann::json::array();
  for (Repetition const& r : m.repetitions)
    repetitions.push_back({{"naive_seconds", r.naive},
                           {"naive_picks", r.naive_picks},
                           {"naive_slots", r.naive_slots},
                           {"fairslot_warm_seconds", r.warm},
                           {"fairslot_whole_seconds", r.whole}});
  return {{"case", c.name},
          {"servers", c.servers},
          {"users", c.users},
          {"demands", is_of_trace(c.load) ? nlohmann::json() : nlohmann::json(c.classes)},
          {"resources", c.resources},
          {"load", name_of(c.load)},
          {"placement", name_of(c.constraint)},
          {"problems", c.problems},
          {"window", {{"after_slot", c.warm}, {"last_slot", c.end}}},
          {"picks", m.picks},
          {"slots", m.slots},
          {"whole_picks", m.whole_picks},
          {"picks_compared", m.compared},
          {"questions", questions},
          {"peak_bytes", bytes(m.peak_bytes)},
          {"bytes_per_simulation", bytes(m.run_bytes)},
          {"repetitions", repetitions},
          {"ratios", m.ratios()},
          {"median",
           {{"naive_picks_per_second", m.naive_rate()},
            {"fairslot_picks_per_second", m.fairslot_rate()},
            {"fairslot_slots_per_second", m.slot_rate()},
            {"fairslot_whole_seconds", m.whole_seconds()},
            {"ratio", m.ratio()}}}};
}

nlohmann::json to_json(Scaling const& s) {
  return {{"case", s.measured.name},     {"problems", s.measured.problems}, {"picks", s.picks},
          {"one_thread_seconds", s.one}, {"two_threads_seconds", s.two},    {"ratios", s.ratios()},
          {"ratio", s.ratio()}};
}

std::string case_list(std::vector<Case> const& cases) {
  std::string list;
  for (Case const& c : cases)
    list += fmt::format(
        "{:<25} {:>6} servers, {:>5} users, {:>5} demands, K = {}, {}, placement {}{}\n", c.name,
        c.servers, c.users, demands(c), c.resources, name_of(c.load), name_of(c.constraint),
        c.extent == Extent::quick  ? "; --quick"
        : c.extent == Extent::full ? "; --full only"
                                   : "");
  return list;
}

}  // namespace fairslot::bench
