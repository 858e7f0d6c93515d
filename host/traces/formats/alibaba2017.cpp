// Alibaba's cluster-trace-v2017: the table batch_task with the mean durations of instances.
#include "host/traces/formats/all.hpp"
#include "host/traces/rows.hpp"

namespace fairslot::traces::formats {
namespace {

void read_alibaba2017(Import& importing) {
  enum { create, end, job_name, task, instances, cpu, memory, mean };
  std::int64_t const node_mem = importing.integer("node_mem_mib", 1, std::int64_t{1} << 30);
  importing.draft().resources = {"cpu_milli", "mem_mib"};
  importing.read(0, [&](Input& input) {
    ColumnRows<8> rows(input,
                       {"create_s", "end_s", "job", "task", "instances", "plan_cpu", "plan_mem",
                        "mean_instance_duration_s"},
                       mean);
    importing.for_each(rows, [&] {
      TracedJob job;
      job.submit = milliseconds(rows[create]);
      Field const known = rows[mean];
      job.duration = known.is_empty()
                         ? duration(job.submit, milliseconds(rows[end]), rows[end].text)
                         : duration(0, milliseconds(known), known.text);
      job.tasks = count(rows[instances]);
      job.demand = {amount(rows[cpu], 10), amount(rows[memory], node_mem)};
      importing.add(job, rows[job_name], rows[task]);
    });
  });
}

}  // namespace

Format const alibaba2017 = {
    .name = "alibaba2017",
    .inputs = "batch_task.csv",
    .least = 1,
    .most = 1,
    .resources = "cpu_milli, mem_mib",
    .user = "a job",
    .job = "a row",
    .settings = {{"node_mem_mib", "262144", "memory of a machine, of which plan_mem is a part"}},
    .read = read_alibaba2017};

}  // namespace fairslot::traces::formats
