#include "host/record/written_header.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <ctime>

#include "host/record/digest.hpp"
#include "host/record/format.hpp"
#include "host/record/summary_tables.hpp"
#include "host/storage/library.hpp"

namespace fairslot::record {
namespace {

void write_scenario(H5::Group& root, ResultHeader const& header) {
  H5::Group group = root.createGroup("scenario");
  write_text(group, "text", header.text);
  set_attribute(group, "name", header.name);
  set_attribute(group, "hash", header.hash);
  set_attribute(group, "seed", static_cast<std::int64_t>(header.seed));
  set_attribute(group, "samples", header.samples);
  if (header.shard.is_part()) {
    set_attribute(group, "shard", header.shard.index);
    set_attribute(group, "shards", header.shard.count);
  }
  if (header.every > 1) set_attribute(group, "every", header.every);
  set_attribute(group, "policies", header.policies);
  set_attribute(group, "resources", header.resources);
  set_attribute(group, "format_version", std::int64_t{format_version});
  set_attribute(group, "semantic_version", std::int64_t{semantic_version});
}

void write_run(H5::Group& run, ResultHeader const& header) {
  set_attribute(run, "version", header.version);
  set_attribute(run, "commit", header.commit);
  set_attribute(run, "device", header.device);
  set_attribute(run, "threads", std::int64_t{header.threads});
  if (!header.folder.empty()) set_attribute(run, "folder", header.folder);
  set_attribute(run, "hdf5", storage::hdf5_version());
  set_attribute(run, "started",
                fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr))));
}

}  // namespace

void write_header(H5::Group& root, H5::Group& run, ResultHeader const& header) {
  write_scenario(root, header);
  write_run(run, header);
  auto const [columns, points] = points_table(header.points);
  write_table(root, "points", columns, points);
}

void write_end(H5::Group& root, H5::Group& run, Started start, bool complete) {
  std::chrono::duration<double> const passed = std::chrono::steady_clock::now() - start;
  set_attribute(run, "seconds", passed.count());
  set_attribute(run, "complete", std::int64_t{complete});
  seal(root, run);
}

}  // namespace fairslot::record
