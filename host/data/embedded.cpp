// The tables of scenarios/data inside the program. The build makes this file anew when one changes.
#include "host/data/embedded.hpp"

#include "host/sha256.hpp"

#define FAIRSLOT_EMBED(name)                                                          \
  asm(".pushsection .rodata\n"                                                        \
      "fairslot_data_" #name                                                          \
      ":\n"                                                                           \
      ".incbin \"" FAIRSLOT_DATA "/" #name                                            \
      ".csv\"\n"                                                                      \
      "fairslot_data_" #name                                                          \
      "_end:\n"                                                                       \
      ".byte 0\n"                                                                     \
      ".popsection\n");                                                               \
  extern "C" __attribute__((visibility("hidden"))) char const fairslot_data_##name[]; \
  extern "C" __attribute__((visibility("hidden"))) char const fairslot_data_##name##_end[]

FAIRSLOT_EMBED(cpu_mem_pairs);
FAIRSLOT_EMBED(google_jobs_per_user);
FAIRSLOT_EMBED(instance_duration_s);
FAIRSLOT_EMBED(instances_per_task);
FAIRSLOT_EMBED(swim_fb2009_0);
FAIRSLOT_EMBED(table3_servers);
FAIRSLOT_EMBED(task_plan_cpu);
FAIRSLOT_EMBED(task_plan_mem);
FAIRSLOT_EMBED(task_rows);

#define FAIRSLOT_TEXT(name) std::string_view(fairslot_data_##name, fairslot_data_##name##_end)

namespace fairslot::data::embedded {

std::string_view cpu_mem_pairs() { return FAIRSLOT_TEXT(cpu_mem_pairs); }
std::string_view google_jobs_per_user() { return FAIRSLOT_TEXT(google_jobs_per_user); }
std::string_view instance_duration_s() { return FAIRSLOT_TEXT(instance_duration_s); }
std::string_view instances_per_task() { return FAIRSLOT_TEXT(instances_per_task); }
std::string_view swim_fb2009_0() { return FAIRSLOT_TEXT(swim_fb2009_0); }
std::string_view table3_servers() { return FAIRSLOT_TEXT(table3_servers); }
std::string_view task_plan_cpu() { return FAIRSLOT_TEXT(task_plan_cpu); }
std::string_view task_plan_mem() { return FAIRSLOT_TEXT(task_plan_mem); }
std::string_view task_rows() { return FAIRSLOT_TEXT(task_rows); }

Hashes const& hashes() {
  auto const trace = [] {
    Sha256 hash;
    for (std::string_view const table :
         {cpu_mem_pairs(), google_jobs_per_user(), instance_duration_s(), instances_per_task(),
          task_plan_cpu(), task_plan_mem(), task_rows()})
      hash.add(table);
    return hash.hex();
  };
  static Hashes const both{trace(), sha256(table3_servers())};
  return both;
}

}  // namespace fairslot::data::embedded
