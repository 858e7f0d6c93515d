#include "host/forecast/forecast.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <initializer_list>
#include <iterator>
#include <map>
#include <set>
#include <string_view>

#include "host/error.hpp"
#include "host/forecast/room.hpp"
#include "host/forecast/shape.hpp"
#include "host/memory.hpp"
#include "host/scenario/cluster.hpp"
#include "host/workload/workload.hpp"
#include "kernels/shown.hpp"

namespace fairslot {
namespace {

// Bytes in a results file, measured on the study. How well rows are compressed is a guess.
constexpr double job_in_file = 12, slot_in_file = 11, pick_in_file = 1, value_in_file = 3,
                 mean_in_file = 12, policy_in_file = 9e3, empty_file = 10e3;
// Bytes in memory, measured.
constexpr double program = 6e6, thread = 0.5e6, runs_a_thread = 32;
constexpr double slots_in_run = 4096, picks_in_run = 65536;  // a run's own buffers
constexpr double slot_held = 128, most_records = 1.5e6, entry_held = 60, job_drawn = 150;
constexpr double most_waiting = 48e6, most_queued = 16e6, slot_row = 84, pick_row = 28,
                 job_row = 60;
constexpr double most_in_table = 600e3, tables = 2, job_measured = 250;
constexpr double cell_held = 500, mean_held = 16, value_held = 24, most_values = 1.3e6;

/// What a product grows with: the largest of its factors.
struct Factor {
  char const* key;
  double value;
};
void add(Needs& needs, double bytes, std::initializer_list<Factor> factors) {
  Factor const most = std::ranges::max(factors, {}, &Factor::value);
  needs.push_back({bytes, most.key, most.value});
}

/// Slots in which something happens: how full the cluster is decides it, so this is a guess.
double eventful_slots(Scenario const& s) {
  double const tasks = expected_tasks(s);
  double const slots = std::min(2 * tasks, 1.3 * expected_entries(s) + 0.02 * tasks);
  return s.horizon ? std::min(slots, static_cast<double>(s.horizon)) : slots;
}

char const* jobs_key(Scenario const& s) {
  return s.workload.kind == Scenario::Kind::alibaba ? "workload.jobs" : "users";
}

/// Of one run, while it goes on and while it waits to be written.
struct RunNeed {
  double run, problem, records, rows;
  double count = 0;  ///< of such runs
};

RunNeed need_of_run(Scenario const& s, Policy const& policy, Engine engine) {
  ProblemShape const shape = shape_of(s);
  Recording const recording{.slots = s.record.slots, .picks = s.record.picks};
  RunMemory const memory = memory_of_run(shape, policy, recording, engine);
  double const slots = s.record.slots ? eventful_slots(s) : 0;
  auto const jobs = static_cast<double>(job_count(s));
  double const picks = s.record.picks ? expected_tasks(s) : 0;
  RunNeed need{};
  need.run = static_cast<double>(memory.run) + entry_held * shape.entries;
  need.problem = static_cast<double>(memory.problem) + problem_bytes(shape);
  need.records = std::min(std::max(0.0, slots - slots_in_run) * slot_held +
                              std::max(0.0, picks - picks_in_run) * sizeof(Pick),
                          most_records);
  need.rows = slots * slot_row + picks * pick_row + jobs * job_row;
  return need;
}

/// Points that the distributions of a policy keep: waits go on changing for a while.
double distinct_values(Scenario const& s) {
  constexpr double waits_a_slot = 4;
  auto const samples = static_cast<double>(s.samples);
  double const slots = eventful_slots(s);
  double const other = std::min(2 * samples * static_cast<double>(job_count(s)), slots);
  return std::min(samples, waits_a_slot) * slots + other;
}

void add_results(Forecast& sum, Scenario const& s, double points) {
  auto const samples = static_cast<double>(s.samples);
  auto const policies = static_cast<double>(s.policies.size());
  auto const jobs = static_cast<double>(job_count(s));
  double const runs = samples * policies, tasks = expected_tasks(s);
  double const slots = s.record.slots ? eventful_slots(s) : 0;
  Factor const of_samples{"samples", samples}, of_points{"sweep", points};
  Factor const of_jobs{jobs_key(s), jobs}, of_policies{"policies", policies};
  sum.tasks += runs * tasks;
  add(sum.disk, runs * (jobs * job_in_file + slots * slot_in_file),
      {of_samples, of_points, of_jobs, of_policies});
  if (s.record.picks)
    add(sum.disk, runs * tasks * pick_in_file, {of_samples, of_points, {"record.picks", tasks}});
  add(sum.disk, 3 * runs * mean_in_file + policies * distinct_values(s) * value_in_file,
      {of_samples, of_points});
  add(sum.memory, 3 * runs * mean_held, {of_samples, of_points});
  add(sum.memory, policies * cell_held, {of_points, of_policies});
}

/// The simulator's places, filled with the largest runs.
RunNeed largest_together(std::vector<RunNeed> runs, double places) {
  std::ranges::sort(runs, std::greater{}, [](RunNeed const& n) { return n.run + n.records; });
  RunNeed sum{};
  for (RunNeed const& need : runs) {
    double const count = std::min(need.count, places - sum.count);
    sum.run += count * need.run, sum.records += count * need.records, sum.count += count;
    sum.problem = std::max(sum.problem, need.problem);
  }
  return sum;
}

}  // namespace

double total(Needs const& needs) {
  double sum = 0;
  for (Need const& need : needs) sum += need.bytes;
  return sum;
}

Forecast forecast(std::vector<Point> const& points, ForecastSetup const& setup) {
  Forecast sum;
  double values = 0, rows = 0, jobs = 0, servers = 0;
  std::set<std::string> names;
  std::vector<RunNeed> runs;
  for (Point const& point : points) {
    Scenario const& s = point.scenario;
    add_results(sum, s, static_cast<double>(points.size()));
    RunNeed need = need_of_run(s, parse_policy(s.policies.front()), setup.engine);
    need.count = static_cast<double>(s.policies.size()) * static_cast<double>(s.samples);
    rows += need.count * need.rows;
    values += static_cast<double>(s.policies.size()) * distinct_values(s);
    jobs = std::max(jobs, static_cast<double>(job_count(s)));
    servers = std::max(servers, static_cast<double>(server_count(s.cluster)));
    names.insert(s.policies.begin(), s.policies.end());
    runs.push_back(need);
  }
  auto const policies = static_cast<double>(names.size());
  RunNeed const together = largest_together(std::move(runs), runs_a_thread * setup.threads);
  Factor const of_jobs{jobs_key(points.front().scenario), jobs};
  Factor const of_servers{"cluster.servers", servers}, of_policies{"policies", policies};
  add(sum.disk, empty_file + policies * policy_in_file, {of_policies});
  add(sum.memory, program + thread * setup.threads, {{"--threads", double(setup.threads)}});
  add(sum.memory, together.run + together.records, {of_jobs, of_servers});
  add(sum.memory, (together.count / policies + 2) * together.problem, {of_jobs, of_servers});
  add(sum.memory, jobs * (job_drawn + job_measured), {of_jobs});
  add(sum.memory, std::min(most_waiting, rows / 2), {of_jobs});
  add(sum.memory, std::min(policies * tables * most_in_table, rows), {of_policies});
  add(sum.memory, value_held * std::min(most_values, values), {of_jobs});
  return sum;
}

namespace {

/// Tasks that run at the same time, at most.
double most_running(Problem const& p) {
  std::vector<double> capacity(p.resources, 0), least(p.resources, 1e300);
  for (int r = 0; r < p.resources; ++r) {
    for (int m = 0; m < p.servers; ++m) capacity[r] += p.capacity[std::size_t(r) * p.servers + m];
    for (int c = 0; c < p.demand_classes(); ++c)
      least[r] = std::min<double>(least[r], p.demands[std::size_t(c) * p.resources + r]);
  }
  auto most = static_cast<double>(p.total_tasks());
  for (int r = 0; r < p.resources; ++r)
    if (least[r] > 0 && least[r] < 1e300) most = std::min(most, capacity[r] / least[r]);
  return most;
}

/// In which something happens: at most two for each task, and none once the cluster is through.
double eventful_slots(Problem const& p) {
  auto const tasks = static_cast<double>(p.total_tasks());
  double work = 0, last = 0, longest = 0;
  for (int e = 0; e < p.entries(); ++e) {
    work += static_cast<double>(p.tasks[e]) * p.duration[e];
    last = std::max<double>(last, p.submit[e]), longest = std::max<double>(longest, p.duration[e]);
  }
  double const slots = last + longest + work / std::max(1.0, most_running(p));
  double const all = std::min(tasks + p.entries(), slots);
  return p.horizon ? std::min(all, static_cast<double>(p.horizon)) : all;
}

int digits(double number) { return static_cast<int>(fmt::format("{:.0f}", number).size()); }

}  // namespace

Forecast forecast(Problem const& p, ProblemSetup const& setup) {
  Forecast sum;
  ProblemShape const shape = shape_of(p);
  auto const policies = static_cast<double>(setup.policies.size());
  auto const tasks = static_cast<double>(p.total_tasks());
  Factor const of_jobs{"jobs", static_cast<double>(shape.entries)};
  Factor const of_servers{"servers", static_cast<double>(shape.servers)};
  Factor const of_policies{"--policy", policies};
  Recording const recording{.slots = setup.out, .picks = setup.picks};
  sum.tasks = tasks * policies;
  double runs = 0;
  for (Policy const& policy : setup.policies)
    runs += static_cast<double>(memory_of_run(shape, policy, recording, setup.machine.engine).run);
  constexpr double running = 40, job_kept = 230, waits = 3;
  double const slots = eventful_slots(p), jobs = shape.entries;
  Factor const of_tasks{"tasks", tasks};
  add(sum.memory, program + thread * setup.machine.threads, {{"--threads", 1}});
  add(sum.memory, runs + policies * (running * most_running(p) + entry_held * jobs),
      {of_jobs, of_servers, of_policies});
  add(sum.memory, problem_bytes(shape), {of_jobs, of_servers});
  add(sum.memory, policies * job_kept * jobs, {of_jobs, of_policies});
  double const records = (setup.out ? slots * (slot_held + slot_row) : 0) +
                         (setup.picks ? tasks * (sizeof(Pick) + pick_row) : 0);
  add(sum.memory, policies * std::min(2 * most_records, records), {of_tasks});
  if (setup.out) {
    add(sum.memory, std::min(most_queued, policies * records), {of_tasks});
    add(sum.memory, policies * std::min(tables * most_in_table, records + jobs * job_row),
        {of_policies});
    add(sum.memory, 3 * job_row * jobs, {of_jobs});
    add(sum.memory, value_held * std::min(most_values, policies * (slots + waits * jobs)),
        {of_tasks});
    add(sum.disk, empty_file + policies * (policy_in_file + jobs * job_in_file),
        {of_jobs, of_policies});
    add(sum.disk, policies * slots * (slot_in_file + value_in_file), {of_tasks});
    if (setup.picks) add(sum.disk, policies * tasks * pick_in_file, {{"--picks", tasks}});
  }
  double const line =
      digits(tasks) + digits(shape.users) + digits(shape.entries) + digits(shape.servers) + 4;
  if (setup.picks) sum.picks_csv = line * tasks;
  return sum;
}

double peak_bytes(Forecast const& forecast) {
  auto const now = static_cast<double>(resident_memory().value_or(0));
  return std::max(static_cast<double>(peak_memory().value_or(0)), now + total(forecast.memory));
}

namespace {

/// The key that most bytes are due to.
Need dominating(Needs const& needs) {
  std::map<std::string, Need> by_key;
  for (Need const& need : needs) {
    Need& sum = by_key[need.key];
    sum = {sum.bytes + need.bytes, need.key, std::max(sum.value, need.value)};
  }
  Need most;
  for (auto const& [key, need] : by_key)
    if (need.bytes > most.bytes) most = need;
  return most;
}

std::string shortage(std::string const& file, Needs const& needs, double needed, double free,
                     std::string const& of) {
  Need const most = dominating(needs);
  return fmt::format("{}: needs about {}B of {}, {}B are free (mostly for {} = {:.0f})", file,
                     rounded(needed), of, rounded(free), most.key, most.value);
}

}  // namespace

void require_room(std::string const& file, Forecast const& forecast, std::string const& out,
                  bool force) {
  auto const memory = static_cast<double>(free_memory());
  if (double const more = total(forecast.memory); more > memory)
    throw InputError(shortage(file, forecast.memory, more, memory, "memory"));
  if (out.empty() || force) return;
  auto const disk = static_cast<double>(free_disk(out));
  if (double const bytes = total(forecast.disk); bytes > disk)
    throw InputError(shortage(file, forecast.disk, bytes, disk, "disk for " + shown_path(out)) +
                     "; --force tries it all the same");
}

std::string rounded(double number) {
  constexpr std::string_view steps[] = {"", "k", "M", "G", "T", "P"};
  std::size_t step = 0;
  while (number >= 999.5 && step + 1 < std::size(steps)) number /= 1000, ++step;
  return fmt::format("{:.{}f}{}{}", number, step > 0 && number < 99.95 ? 1 : 0, step ? " " : "",
                     steps[step]);
}

}  // namespace fairslot
