// Google's ClusterData2011_2: tasks that run when it begins, on machines of the published types.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>

#include "host/traces/formats/all.hpp"
#include "host/traces/rows.hpp"

namespace fairslot::traces::formats {
namespace {

constexpr std::int64_t parts = 100'000;  // of the largest machine

/// Of the machines 1 / 10,000, CPU and memory in hundredths of the largest machine (Reiss et al.
/// 2012).
struct MachineType {
  std::int64_t share;
  std::int32_t cpu, memory;
};
constexpr std::array<MachineType, 10> machine_types = {{{5347, 50, 50},
                                                        {3074, 50, 25},
                                                        {795, 50, 75},
                                                        {632, 100, 100},
                                                        {99, 25, 25},
                                                        {43, 50, 12},
                                                        {4, 50, 3},
                                                        {3, 50, 97},
                                                        {2, 100, 50},
                                                        {1, 50, 6}}};

/// Of each type, by the largest remainders; of equal ones the first.
std::array<std::int64_t, machine_types.size()> counts_of(std::int64_t machines) {
  constexpr std::int64_t whole = 10'000;
  std::array<std::int64_t, machine_types.size()> counts{};
  std::array<std::size_t, machine_types.size()> order{};
  std::iota(order.begin(), order.end(), std::size_t{0});
  for (std::size_t t = 0; t < counts.size(); ++t)
    counts[t] = machines * machine_types[t].share / whole;
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return machines * machine_types[a].share % whole > machines * machine_types[b].share % whole;
  });
  std::int64_t left = machines - std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
  for (std::size_t i = 0; left > 0; ++i, --left) ++counts[order[i]];
  return counts;
}

void add_machines(Import& importing, std::int64_t machines) {
  auto const counts = counts_of(machines);
  for (std::size_t t = 0; t < counts.size(); ++t) {
    MachineType const& type = machine_types[t];
    std::string const of = fmt::format("{:.2f}/{:.2f}", type.cpu / 100.0, type.memory / 100.0);
    for (std::int64_t i = 0; i < counts[t]; ++i)
      importing.add({.name = fmt::format("{}-{}", of, i),
                     .of_class = 0,
                     .capacity = {static_cast<std::int32_t>(type.cpu * parts / 100),
                                  static_cast<std::int32_t>(type.memory * parts / 100)}},
                    Field{"class", of});
  }
}

/// Those without a task, too, in the order of their file.
void read_users(Import& importing, Input& input) {
  ColumnRows<1> rows(input, {"user"});
  importing.for_each(rows, [&] { importing.draft().users.number(name(rows[0])); });
}

/// Tasks of one job that ask for the same are one job.
void read_tasks(Import& importing, Input& input) {
  enum { job_name, user, cpu, memory };
  struct Group {
    TracedJob job;
    std::string user, name;
  };
  std::vector<Group> groups;
  Names requests;
  ColumnRows<4> rows(input, {"job", "user", "cpu_request", "mem_request"});
  importing.for_each(rows, [&] {
    Group group;
    group.job.tasks = 0;
    group.job.demand = {amount(rows[cpu], parts), amount(rows[memory], parts)};
    group.user = name(rows[user]), group.name = name(rows[job_name]);
    if (group.job.demand[0] == 0 && group.job.demand[1] == 0) throw BadRow("a demand of nothing");
    std::string const request = fmt::format("{}/{}/{}/{}", group.name, group.user,
                                            group.job.demand[0], group.job.demand[1]);
    auto const at = static_cast<std::size_t>(requests.number(request));
    if (at == groups.size()) groups.push_back(std::move(group));
    ++groups[at].job.tasks;
  });
  for (Group const& group : groups)
    importing.add(group.job, {"user", group.user}, {"job", group.name});
}

void read_google2011(Import& importing) {
  constexpr std::int64_t most_machines = 10'000'000;
  importing.draft().resources = {"cpu", "mem"};
  add_machines(importing, importing.integer("machines", 0, most_machines));
  if (importing.inputs() > 1)
    importing.read(1, [&](Input& input) { read_users(importing, input); });
  importing.read(0, [&](Input& input) { read_tasks(importing, input); });
}

}  // namespace

Format const google2011 = {
    .name = "google2011",
    .inputs = "tasks_running_at_start CSV, and if wanted users CSV",
    .least = 1,
    .most = 2,
    .resources = "cpu, mem, in 1/100,000 of the largest machine",
    .user = "a user",
    .job = "the tasks of a (job, request)",
    .settings = {{"machines", "0", "so many nodes, by the published shares of machine types"}},
    .read = read_google2011};

}  // namespace fairslot::traces::formats
