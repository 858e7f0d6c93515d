#include "host/bench/details.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <numeric>

namespace fairslot::bench {
namespace {

std::string size(std::uint64_t bytes) {
  constexpr double kib = 1024, mib = kib * 1024, gib = mib * 1024;
  auto const b = static_cast<double>(bytes);
  if (b < mib) return fmt::format("{:.1f} KiB", b / kib);
  return b < gib ? fmt::format("{:.1f} MiB", b / mib) : fmt::format("{:.1f} GiB", b / gib);
}

/// How often a server was looked for, by what answered.
std::vector<std::string> answers(Questions const& questions) {
  auto const all = std::accumulate(questions.begin(), questions.end(), std::int64_t{0});
  std::vector<std::string> lines = {fmt::format("{} questions where the next task runs", all)};
  for (std::size_t i = 0; i < questions.size(); ++i)
    if (questions[i] > 0)
      lines.push_back(
          fmt::format("  {:<14} {:>5.1f} %  {}", path_infos()[i].name,
                      100.0 * static_cast<double>(questions[i]) / static_cast<double>(all),
                      path_infos()[i].summary));
  return lines;
}

}  // namespace

std::vector<std::string> engine_details(Measured const& m, MeasureSettings const& settings) {
  auto const problem = make_problem(m.measured, 0);
  DeviceDetails const device = device_details();
  RunMemory const memory =
      memory_of_run(*problem, settings.policy, {.slots = false}, settings.engine);
  std::vector<std::string> lines;
  lines.push_back(fmt::format("{} simulations side by side; {} picks of {} compared",
                              m.measured.problems, m.compared, canonical_name(settings.policy)));
  lines.push_back(fmt::format("engine {} (asked for: {})",
                              name_of(engine_of_run(*problem, settings.policy, settings.engine)),
                              name_of(settings.engine)));
  std::ranges::copy(answers(m.questions), std::back_inserter(lines));
  lines.push_back(fmt::format("{}: {} free of {}, {} runs at a time", device.device,
                              size(device.memory_free), size(device.memory_total),
                              device.side_by_side));
  if (device.block_threads > 0)
    lines.push_back(fmt::format(
        "launch bounds: {} threads a block, {} blocks a multiprocessor; {} registers and {} bytes "
        "of local memory a thread",
        device.block_threads, device.blocks, device.registers, device.local_bytes));
  if (memory.scratch > 0)
    lines.push_back(fmt::format("a team of {} threads a run, {} of scratch memory a team",
                                device.team_threads, size(memory.scratch)));
  lines.push_back(fmt::format("memory: {} a simulation at its start, {} for its problem",
                              size(memory.run), size(memory.problem)));
  if (m.run_bytes)
    lines.push_back(fmt::format("memory measured: {} a simulation, its problem not counted",
                                size(static_cast<std::uint64_t>(*m.run_bytes))));
  return lines;
}

}  // namespace fairslot::bench
