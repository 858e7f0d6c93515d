// Importers: the first line names a format, its inputs follow, with \x1e between them.
#include "host/traces/import.hpp"

#include "host/traces/format.hpp"
#include "tests/reliability/fuzz/fuzz.hpp"

namespace fairslot::fuzz {
namespace {

/// Jobs as an importer may hand them over.
void check(traces::Draft& draft) {
  draft.jobs.for_each([&](traces::TracedJob const& job) {
    require(job.user >= 0 && job.user < draft.users.count(), "its user has a name");
    require(job.name >= 0 && job.name < draft.names.count(), "it has a name");
    require(job.tasks > 0 && job.duration != 0, "tasks that last");
    require(job.allowed < static_cast<std::int64_t>(draft.allowed.size()), "its set is there");
  });
  for (traces::TracedNode const& node : draft.nodes)
    require(node.of_class >= 0 && node.of_class < draft.classes.count(), "its class has a name");
}

void import_all(std::string_view text) {
  std::string_view const name = text.substr(0, text.find('\n'));
  text.remove_prefix(std::min(text.size(), name.size() + 1));
  traces::Format const& format = traces::format_of(name);
  std::vector<std::unique_ptr<MemoryFile>> files;
  std::vector<std::string> paths;
  while (paths.size() < format.most && (!text.empty() || paths.size() < format.least)) {
    std::string_view const part = text.substr(0, text.find('\x1e'));
    text.remove_prefix(std::min(text.size(), part.size() + 1));
    paths.push_back(files.emplace_back(std::make_unique<MemoryFile>(part))->path());
  }
  auto const bad_row = [](std::string const& line) { require_message(line); };
  traces::Import importing(paths, traces::settings_of(format, {}), "/dev/shm", false,
                           {[](traces::Import const&) {}, bad_row});
  format.read(importing);
  check(importing.draft());
}

}  // namespace
}  // namespace fairslot::fuzz

int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  using namespace fairslot;
  fuzz::accepted([&] { fuzz::import_all({reinterpret_cast<char const*>(data), size}); });
  return 0;
}
