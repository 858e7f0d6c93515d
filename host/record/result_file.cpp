#include "host/record/result_file.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <ctime>
#include <filesystem>
#include <stdexcept>

#include "host/record/digest.hpp"
#include "host/record/format.hpp"
#include "host/record/library.hpp"
#include "host/record/summary_tables.hpp"

namespace fairslot::record {
namespace {

using statistics::Summary;

/// What a run has come to.
struct Measured {
  RunStatus status;
  statistics::RunMetrics metrics;  // of one that came to its end
};

/// Sums of a run's sums may pass 2^63-1, too.
Measured measure(Problem const& problem, RunResult const& run) try {
  if (run.status != RunStatus::complete) return {run.status, {}};
  return {run.status, statistics::run_metrics(problem, run)};
} catch (std::overflow_error const&) {
  return {RunStatus::queue_sum_overflow, {}};
}

H5::FileAccPropList access_to(ResultDisk& disk) {
  H5::FileAccPropList list = disk.access();
  list.setLibverBounds(H5F_LIBVER_V110, H5F_LIBVER_V110);  // all metadata have checksums
  return list;
}

}  // namespace

ResultFile::ResultFile(TemporaryFile const& temporary, ResultHeader const& header, RunTables tables,
                       std::vector<Sink> const& others)
    : spill_(std::filesystem::path(temporary.path()).parent_path()),
      disk_(temporary.descriptor()),
      file_(temporary.path(), H5F_ACC_TRUNC, H5::FileCreatPropList::DEFAULT, access_to(disk_)),
      root_(file_.openGroup("/")),
      run_(root_.createGroup("run")),
      tables_(tables),
      resources_(header.resources.size()),
      cluster_(header.resources),
      statistics_(header.name, header.samples, header.points, header.policies, &spill_,
                  column_names("", header.resources), header.shard) {
  write_scenario(header);
  write_run(header);
  auto const [columns, points] = points_table(header.points);
  write_table(root_, "points", columns, points);
  Pairs const pairs{static_cast<std::int64_t>(header.points.size()), header.samples, header.shard};
  sinks_.emplace_back(root_, run_sink(header.policies, header.points, header.resources, tables),
                      pairs, spill_);
  for (Sink const& sink : others) sinks_.emplace_back(root_, sink, pairs, spill_);
}

void ResultFile::write_scenario(ResultHeader const& header) {
  H5::Group group = root_.createGroup("scenario");
  write_text(group, "text", header.text);
  set_attribute(group, "name", header.name);
  set_attribute(group, "hash", header.hash);
  set_attribute(group, "seed", static_cast<std::int64_t>(header.seed));
  set_attribute(group, "samples", header.samples);
  if (header.shard.is_part()) {
    set_attribute(group, "shard", header.shard.index);
    set_attribute(group, "shards", header.shard.count);
  }
  set_attribute(group, "policies", header.policies);
  set_attribute(group, "resources", header.resources);
  set_attribute(group, "format_version", std::int64_t{format_version});
  set_attribute(group, "semantic_version", std::int64_t{semantic_version});
}

void ResultFile::write_run(ResultHeader const& header) {
  set_attribute(run_, "version", header.version);
  set_attribute(run_, "commit", header.commit);
  set_attribute(run_, "device", header.device);
  set_attribute(run_, "threads", std::int64_t{header.threads});
  set_attribute(run_, "hdf5", hdf5_version());
  set_attribute(run_, "started",
                fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr))));
}

void ResultFile::add(int point, std::int64_t sample, int policy, Problem const& problem,
                     RunResult const& run) {
  cluster_.add(point, problem);
  Measured const measured = measure(problem, run);
  if (measured.status == RunStatus::complete) {
    statistics_.add(point, sample, policy, measured.metrics, run.queueing);
    sinks_.front().add(point, sample, policy,
                       rows_of(point, sample, problem, run, measured.metrics, tables_),
                       Ending::whole);
  } else {
    statistics_.add_failed(point, sample, policy, measured.status);
    sinks_.front().add(point, sample, policy,
                       row_of_failed(point, sample, measured.status, run, resources_),
                       Ending::failed);
  }
  check_disk();
}

void ResultFile::add_part(int point, std::int64_t sample, int policy, Problem const& problem,
                          Records const& records) {
  statistics_.add_part(point, sample, policy, records.queueing);
  sinks_.front().add(point, sample, policy, rows_of(point, sample, problem, records, tables_),
                     Ending::none);
  check_disk();
}

void ResultFile::put(std::size_t sink, int point, std::int64_t sample, int group,
                     std::vector<Rows>&& rows, Ending ending) {
  sinks_.at(sink + 1).add(point, sample, group, std::move(rows), ending);
  check_disk();
}

void ResultFile::check_disk() const {
  if (!disk_.error().empty()) throw std::runtime_error(disk_.error());
}

Summary ResultFile::finish(bool complete) {
  for (RowsInTurn& sink : sinks_) sink.finish();
  cluster_.write(root_);
  Summary const summary = statistics_.summary();
  write_summary(root_, statistics_, summary);
  std::chrono::duration<double> const passed = std::chrono::steady_clock::now() - start_;
  set_attribute(run_, "seconds", passed.count());
  set_attribute(run_, "complete", std::int64_t{complete});
  seal(root_, run_);
  sinks_.clear();
  run_.close();
  root_.close();
  file_.close();
  check_disk();
  return summary;
}

}  // namespace fairslot::record
