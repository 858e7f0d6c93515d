// Trace files: whatever the bytes, they are read whole or refused in one line.
#include "host/traces/trace.hpp"

#include <algorithm>

#include "tests/reliability/fuzz/fuzz.hpp"

namespace fairslot::fuzz {
namespace {

/// What Trace promises to who runs it.
void check(traces::Trace const& trace) {
  std::size_t const resources = trace.resources.size(), jobs = trace.jobs();
  require(resources >= 1 && jobs >= 1, "resources and jobs");
  require(trace.demand.size() == jobs * resources, "a demand a job");
  require(trace.capacity.size() == trace.nodes() * resources, "a capacity a node");
  require(std::ranges::is_sorted(trace.submit_ms), "jobs in order");
  for (std::size_t job = 0; job < jobs; ++job) {
    require(static_cast<std::size_t>(trace.user[job]) < trace.weight.size(), "its user is there");
    require(trace.allowed[job] < static_cast<std::int64_t>(trace.sets.size()), "its set is there");
    require(trace.tasks[job] > 0 && trace.duration_ms[job] != 0, "tasks that last");
  }
  for (auto const& set : trace.sets)
    for (std::int32_t const own : set)
      require(static_cast<std::size_t>(own) < trace.classes.size(), "its class is there");
}

}  // namespace
}  // namespace fairslot::fuzz

int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  using namespace fairslot;
  fuzz::MemoryFile const file({reinterpret_cast<char const*>(data), size});
  traces::is_trace_file(file.path());
  fuzz::accepted([&] { fuzz::check(*traces::read_trace(file.path())); });
  return 0;
}
