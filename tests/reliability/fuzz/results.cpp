// Results files: whatever the bytes, they are read whole or refused in one line.
#include "host/record/stored_result.hpp"

#include "host/statistics/tables.hpp"
#include "tests/reliability/fuzz/fuzz.hpp"

namespace fairslot::fuzz {
namespace {

using statistics::Summary;

/// The sizes that Summary promises to who prints it.
void check(Summary const& summary) {
  std::size_t const cells =
      summary.points.size() * summary.policies.size() * statistics::metrics.size();
  require(summary.samples >= 1, "at least one sample");
  require(!summary.points.empty() && !summary.policies.empty(), "points and policies");
  require(summary.moments.size() == cells, "moments of every cell");
  require(summary.sample_means.size() == cells, "sample means of every cell");
  for (auto const& means : summary.sample_means)
    require(means.size() == static_cast<std::size_t>(summary.samples), "a mean a sample");
  require(!statistics::format_tables(summary).empty() && !statistics::to_json(summary).empty(),
          "it can be printed");
}

}  // namespace
}  // namespace fairslot::fuzz

int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  using namespace fairslot;
  fuzz::MemoryFile const file({reinterpret_cast<char const*>(data), size});
  fuzz::accepted([&] { record::standing_of(file.path(), "hash", {"tvtsf", "tsf"}); });
  fuzz::accepted([&] { record::verify_results(file.path()); });
  statistics::Summary summary;
  bool const good = fuzz::accepted([&] { summary = record::read_summary(file.path()); });
  // A file without runs has tables of another producer alone.
  if (good && !summary.policies.empty()) fuzz::check(summary);
  return 0;
}
