// Alibaba's cluster-trace-gpu-v2025: instances that serve recommendation models.
#include "host/traces/formats/all.hpp"
#include "host/traces/rows.hpp"

namespace fairslot::traces::formats {
namespace {

/// The set of this role's class alone.
std::int32_t allowed_by_role(Import& importing, Field role) {
  if (role.text != "CN" && role.text != "HN") throw BadRow("role is neither CN nor HN", role.text);
  return importing.allow({importing.draft().classes.number(role.text)});
}

void read_dlrm2025(Import& importing) {
  enum { instance, role, app, cpu, gpu, rdma, memory, disk, limit, creation, deletion };
  importing.draft().resources = {"cpu_milli", "mem_mib", "gpu_milli", "rdma_permille", "disk_mib"};
  importing.read(0, [&](Input& input) {
    ColumnRows<11> rows(input, {"instance_sn", "role", "app_name", "cpu_request", "gpu_request",
                                "rdma_request", "memory_request", "disk_request",
                                "max_instance_per_node", "creation_time", "deletion_time"});
    importing.for_each(rows, [&] {
      TracedJob job;
      if (!rows[creation].is_empty()) job.submit = milliseconds(rows[creation]);
      if (!rows[deletion].is_empty())
        job.duration = duration(job.submit, milliseconds(rows[deletion]), rows[deletion].text);
      job.demand = {amount(rows[cpu], 1000), amount(rows[memory], 1024), amount(rows[gpu], 1000),
                    amount(rows[rdma], 10), amount(rows[disk], 1024)};
      if (rows[limit].text != "-1") job.per_server = count(rows[limit]);
      if (job.per_server == 0) throw BadRow("max_instance_per_node is 0");
      job.allowed = allowed_by_role(importing, rows[role]);
      importing.add(job, rows[app], rows[instance]);
    });
  });
}

}  // namespace

Format const dlrm2025 = {.name = "dlrm2025",
                         .inputs = "instances CSV",
                         .least = 1,
                         .most = 1,
                         .resources = "cpu_milli, mem_mib, gpu_milli, rdma_permille, disk_mib",
                         .user = "an app_name",
                         .job = "an instance, on nodes of class CN or HN",
                         .settings = {},
                         .read = read_dlrm2025};

}  // namespace fairslot::traces::formats
