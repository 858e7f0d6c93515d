// Alibaba's cluster-trace-v2018: the table batch_task, or the hour of it that is shipped as CSV.
#include "host/traces/formats/all.hpp"
#include "host/traces/rows.hpp"
#include "kernels/problem.hpp"

namespace fairslot::traces::formats {
namespace {

/// plan_cpu (100 = 1 core) and plan_mem (per cent of a machine) as workload.kind = "alibaba" has
/// them: MiB to the nearest integer, at least 1.
std::array<std::int32_t, max_resources> demand_of(Field cpu, Field memory, double gb_per_percent) {
  Decimal const percent = number(memory);
  std::int32_t const cpu_milli = amount(cpu, 10);
  if (cpu_milli == 0 && percent.is_zero()) return {};
  double const mib = percent.real(2) * (gb_per_percent * 10.24) + 0.5;
  auto const units = mib < static_cast<double>(beyond) ? static_cast<std::int64_t>(mib) : beyond;
  std::int32_t const mem_mib = amount_of(memory.name, percent.negative ? -1 : units, memory.text);
  return {cpu_milli, std::max(mem_mib, 1)};
}

void read_hour(Import& importing, Input& input, double gb_per_percent) {
  enum { arrive, job_name, task, seconds, cpu, memory, instances };
  ColumnRows<7> rows(
      input, {"arrive_s", "job", "task", "duration_s", "plan_cpu", "plan_mem", "instances"});
  importing.for_each(rows, [&] {
    TracedJob job;
    job.submit = milliseconds(rows[arrive]);
    job.duration = duration(0, milliseconds(rows[seconds]), rows[seconds].text);
    job.tasks = count(rows[instances]);
    job.demand = demand_of(rows[cpu], rows[memory], gb_per_percent);
    importing.add(job, rows[job_name], rows[task]);
  });
}

/// `Rows` with or without a line of names.
template <class Rows>
void read_tasks(Import& importing, Rows& rows, double gb_per_percent) {
  enum { task, instances, job_name, type, status, start, end, cpu, memory };
  importing.for_each(rows, [&] {
    if (rows[status].text != "Terminated") return importing.leave_out("not Terminated");
    TracedJob job;
    job.submit = milliseconds(rows[start]);
    job.duration = duration(job.submit, milliseconds(rows[end]), rows[end].text);
    job.tasks = count(rows[instances]);
    job.demand = demand_of(rows[cpu], rows[memory], gb_per_percent);
    importing.add(job, rows[job_name], rows[task]);
  });
}

void read_alibaba2018(Import& importing) {
  using Rows = ColumnRows<9>;
  Rows::Columns const columns = {"task_name",  "instance_num", "job_name", "task_type", "status",
                                 "start_time", "end_time",     "plan_cpu", "plan_mem"};
  double const gb_per_percent = importing.real("gb_per_percent", 0.001, 10000);
  importing.draft().resources = {"cpu_milli", "mem_mib"};
  for (std::size_t i = 0; i < importing.inputs(); ++i)
    importing.read(i, [&](Input& input) {
      std::string const first = input.first_line();
      if (first.find("arrive_s") != first.npos) return read_hour(importing, input, gb_per_percent);
      bool const named = first.find("task_name") != first.npos;
      Rows rows = named ? Rows(input, columns) : Rows::without_header(input, columns);
      read_tasks(importing, rows, gb_per_percent);
    });
}

}  // namespace

Format const alibaba2018 = {
    .name = "alibaba2018",
    .inputs = "batch_task.csv, or tasks_1h.csv; several are one after another",
    .least = 1,
    .most = 1000,
    .resources = "cpu_milli, mem_mib",
    .user = "a job",
    .job = "a row; only Terminated",
    .settings = {{"gb_per_percent", "3.84", "GB of memory of 1 % of plan_mem, as in scenarios"}},
    .read = read_alibaba2018};

}  // namespace fairslot::traces::formats
