#include "tests/tools/tool_log.hpp"

#include <Kokkos_Core.hpp>

namespace fairslot {
namespace {

namespace tools = Kokkos::Tools::Experimental;

ToolLog* listener = nullptr;

void kernel(char const* name, std::uint32_t, std::uint64_t*) { listener->kernels.insert(name); }

void allocation(Kokkos_Profiling_SpaceHandle, char const* name, void const*, std::uint64_t) {
  listener->arrays.insert(name);
}

void enter(char const* name) {
  auto& open = listener->open;
  ++listener->regions[open.empty() ? name : open.back() + " > " + name];
  open.emplace_back(name);
}

void leave() {
  if (listener->open.empty())
    ++listener->left_too_often;
  else
    listener->open.pop_back();
}

}  // namespace

ToolLog::ToolLog() {
  listener = this;
  tools::set_begin_parallel_for_callback(kernel);
  tools::set_begin_parallel_reduce_callback(kernel);
  tools::set_begin_parallel_scan_callback(kernel);
  tools::set_allocate_data_callback(allocation);
  tools::set_push_region_callback(enter);
  tools::set_pop_region_callback(leave);
}

ToolLog::~ToolLog() { tools::set_callbacks({}); }

int ToolLog::entered(std::string const& region) const {
  int count = 0;
  for (auto const& [path, times] : regions)
    if (path == region || path.ends_with(" > " + region)) count += times;
  return count;
}

}  // namespace fairslot
