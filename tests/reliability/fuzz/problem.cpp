// Problem files: what is accepted is a whole problem, and means the same however it is laid out.
#include <nlohmann/json.hpp>

#include "host/problem/problem_json.hpp"
#include "tests/reliability/fuzz/fuzz.hpp"

namespace fairslot::fuzz {
namespace {

bool equal(Problem const& a, Problem const& b) {
  return a.resources == b.resources && a.servers == b.servers && a.horizon == b.horizon &&
         a.capacity == b.capacity && a.speed == b.speed && a.weight == b.weight &&
         a.job_begin == b.job_begin && a.submit == b.submit && a.tasks == b.tasks &&
         a.duration == b.duration && a.demand == b.demand && a.placement == b.placement &&
         a.leave == b.leave && a.job == b.job && a.job_weight == b.job_weight &&
         a.per_server == b.per_server && a.own == b.own && a.demands == b.demands &&
         a.placements == b.placements;
}

/// The lengths and ranges that kernels/problem.hpp promises.
void check(Problem const& p) {
  auto const entries = static_cast<std::size_t>(p.entries());
  require(p.resources >= 1 && p.resources <= max_resources, "1 .. max_resources resources");
  require(p.capacity.size() ==
              static_cast<std::size_t>(p.servers) * static_cast<std::size_t>(p.resources),
          "capacity [K][M]");
  require(p.job_begin.size() == p.weight.size() + 1, "job_begin [N+1]");
  require(p.job_begin.back() == p.entries(), "every entry is a user's");
  for (auto const* column : {&p.tasks, &p.duration, &p.demand, &p.placement, &p.job})
    require(column->size() == entries, "a value an entry");
  for (std::size_t e = 0; e < entries; ++e) {
    require(p.submit[e] >= 1 && p.tasks[e] >= 1 && p.duration[e] >= 1, "from 1 on");
    require(p.demand[e] >= 0 && p.demand[e] < p.demand_classes(), "a demand class");
    require(p.servers == 0 || (p.placement[e] >= 0 && p.placement[e] < p.placement_groups()),
            "a placement group");
  }
}

}  // namespace
}  // namespace fairslot::fuzz

int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  using namespace fairslot;
  std::string const text(reinterpret_cast<char const*>(data), size);
  fuzz::MemoryFile const input(text);
  problem::File file;
  if (!fuzz::accepted([&] { file = problem::read_problem(input.path()); })) return 0;
  fuzz::require(file.text == text, "the text is kept as read");
  fuzz::check(file.problem);
  fuzz::MemoryFile const spread(nlohmann::json::parse(text).dump(3));
  fuzz::require(fuzz::equal(problem::read_problem(spread.path()).problem, file.problem),
                "white space means nothing");
  return 0;
}
