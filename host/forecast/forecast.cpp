#include "host/forecast/forecast.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <map>
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
constexpr double job_in_file = 12, slot_in_file = 11, pick_in_file = 2.5, policy_in_file = 25e3,
                 cell_in_file = 8e3, mean_in_file = 12;
// Bytes in memory, measured.
constexpr double program = 16e6, thread = 2e6, runs_a_thread = 32;
constexpr double slot_held = 128, most_records = 1.5e6, entry_held = 60, job_drawn = 150;
constexpr double most_queued = 16e6, most_early = 64e6, slot_row = 100, job_row = 60;
constexpr double table_held = 500e3, tables = 5, job_measured = 250;
constexpr double cell_held = 500, mean_held = 16, point_held = 16, most_points = 4e6;

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
  if (!s.record.slots) return 0;
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
};

RunNeed need_of_run(Scenario const& s, Policy const& policy, Engine engine) {
  ProblemShape const shape = shape_of(s);
  Recording const recording{.slots = s.record.slots, .picks = s.record.picks};
  RunMemory const memory = memory_of_run(shape, policy, recording, engine);
  double const slots = eventful_slots(s), jobs = static_cast<double>(job_count(s));
  double const picks = s.record.picks ? expected_tasks(s) : 0;
  RunNeed need{};
  need.run = static_cast<double>(memory.run) + entry_held * shape.entries;
  need.problem = static_cast<double>(memory.problem) + problem_bytes(shape);
  need.records = std::min(slots * slot_held + picks * sizeof(Pick), most_records);
  need.rows = slots * slot_row + picks * 28 + jobs * job_row;
  return need;
}

void add_results(Forecast& sum, Scenario const& s, double points) {
  auto const samples = static_cast<double>(s.samples);
  auto const policies = static_cast<double>(s.policies.size());
  auto const jobs = static_cast<double>(job_count(s));
  double const runs = samples * policies, slots = eventful_slots(s), tasks = expected_tasks(s);
  Factor const of_samples{"samples", samples}, of_points{"sweep", points};
  Factor const of_jobs{jobs_key(s), jobs}, of_policies{"policies", policies};
  sum.tasks += runs * tasks;
  add(sum.disk, runs * (jobs * job_in_file + slots * slot_in_file),
      {of_samples, of_points, of_jobs, of_policies});
  if (s.record.picks)
    add(sum.disk, runs * tasks * pick_in_file, {of_samples, of_points, {"record.picks", tasks}});
  add(sum.disk, 3 * (runs * mean_in_file + policies * cell_in_file), {of_samples, of_points});
  add(sum.memory, 3 * runs * mean_held, {of_samples, of_points});
  add(sum.memory, policies * cell_held, {of_points, of_policies});
}

/// The points that a distribution keeps: of waiting and completion about a value a job.
double distinct_values(Scenario const& s) {
  return static_cast<double>(s.samples) * static_cast<double>(s.policies.size()) * 2 *
         static_cast<double>(job_count(s));
}

}  // namespace

double total(Needs const& needs) {
  double sum = 0;
  for (Need const& need : needs) sum += need.bytes;
  return sum;
}

Forecast forecast(std::vector<Point> const& points, ForecastSetup const& setup) {
  Forecast sum;
  auto const count = static_cast<double>(points.size());
  double runs = 0, values = 0, rows = 0;
  RunNeed largest{};
  Scenario const* most = &points.front().scenario;
  for (Point const& point : points) {
    Scenario const& s = point.scenario;
    auto const policies = static_cast<double>(s.policies.size());
    runs += policies * static_cast<double>(s.samples);
    values += distinct_values(s);
    add_results(sum, s, count);
    RunNeed const need = need_of_run(s, parse_policy(s.policies.front()), setup.engine);
    rows += policies * static_cast<double>(s.samples) * need.rows;
    if (need.run + need.problem > largest.run + largest.problem) largest = need, most = &s;
  }
  auto const policies = static_cast<double>(most->policies.size());
  auto const jobs = static_cast<double>(job_count(*most));
  double const resident = std::min(runs, runs_a_thread * setup.threads);
  Factor const of_jobs{jobs_key(*most), jobs};
  Factor const of_servers{"cluster.servers", static_cast<double>(server_count(most->cluster))};
  add(sum.disk, policies * policy_in_file, {{"policies", policies}});
  add(sum.memory, program + thread * setup.threads, {{"--threads", double(setup.threads)}});
  add(sum.memory, resident * (largest.run + largest.records), {of_jobs, of_servers});
  add(sum.memory, (resident / policies + 2) * largest.problem, {of_jobs, of_servers});
  add(sum.memory, jobs * (job_drawn + job_measured), {of_jobs});
  add(sum.memory, std::min(most_queued, rows) + std::min(most_early, resident * largest.rows),
      {of_jobs});
  add(sum.memory, policies * tables * table_held, {{"policies", policies}});
  add(sum.memory, point_held * std::min(most_points, values), {{"samples", 1}});
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
  constexpr double running = 40, job_kept = 230;
  double const records = std::min(most_records, tasks * slot_held);
  add(sum.memory, program + thread * setup.machine.threads, {{"--threads", 1}});
  add(sum.memory, runs + policies * (running * most_running(p) + entry_held * shape.entries),
      {of_jobs, of_servers, of_policies});
  add(sum.memory, problem_bytes(shape), {of_jobs, of_servers});
  add(sum.memory, policies * job_kept * shape.entries, {of_jobs, of_policies});
  if (setup.out || setup.picks) add(sum.memory, policies * records, {of_policies});
  if (setup.out) {
    double const slots = std::min(2 * tasks, 1.3 * shape.entries + tasks);
    add(sum.memory, most_queued + policies * tables * table_held, {of_policies});
    add(sum.memory, 2 * job_row * shape.entries, {of_jobs});
    add(sum.memory, policies * point_held * std::min(most_points, tasks), {{"tasks", tasks}});
    add(sum.disk, policies * (policy_in_file + shape.entries * job_in_file),
        {of_jobs, of_policies});
    add(sum.disk, policies * slots * slot_in_file, {{"tasks", tasks}});
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
