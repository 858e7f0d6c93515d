/// The CSV files of scenarios/data as text, by their names.
#pragma once

#include <string>
#include <string_view>

namespace fairslot::data::embedded {

std::string_view cpu_mem_pairs();
std::string_view google_jobs_per_user();
std::string_view instance_duration_s();
std::string_view instances_per_task();
std::string_view swim_fb2009_0();
std::string_view table3_servers();
std::string_view task_plan_cpu();
std::string_view task_plan_mem();
std::string_view task_rows();

/// SHA-256 of what workloads are drawn from, and of the servers of Table 3.
struct Hashes {
  std::string trace, table3;
};
Hashes const& hashes();

}  // namespace fairslot::data::embedded
