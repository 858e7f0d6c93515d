#include "host/record/result_file.hpp"

#include <filesystem>
#include <stdexcept>

#include "host/record/summary_tables.hpp"
#include "host/record/written_header.hpp"

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

}  // namespace

ResultFile::ResultFile(TemporaryFile const& temporary, ResultHeader const& header,
                       RunTables const& tables, std::vector<Sink> const& others)
    : spill_(std::filesystem::path(temporary.path()).parent_path()),
      disk_(temporary.descriptor()),
      file_(temporary.path(), H5F_ACC_TRUNC, H5::FileCreatPropList::DEFAULT, disk_.access()),
      root_(file_.openGroup("/")),
      run_(root_.createGroup("run")),
      tables_(tables),
      resources_(header.resources.size()),
      cluster_(header.resources),
      statistics_(header.name, header.samples, header.points, header.policies, &spill_,
                  column_names("", header.resources), header.shard) {
  write_header(root_, run_, header);
  Pairs const pairs{static_cast<std::int64_t>(header.points.size()), header.samples, header.shard};
  std::size_t const packers = RowsInTurn::packers(header.threads);
  sinks_.emplace_back(root_, run_sink(header.policies, header.points, header.resources, tables),
                      pairs, spill_, packers);
  for (Sink const& sink : others) sinks_.emplace_back(root_, sink, pairs, spill_, packers);
}

void ResultFile::add(int point, std::int64_t sample, int policy, Problem const& problem,
                     RunResult const& run) {
  cluster_.add(point, problem);
  Measured const measured = measure(problem, run);
  if (measured.status == RunStatus::complete) {
    statistics_.add(point, sample, policy, measured.metrics, run.queueing);
    sinks_.front().add(point, sample, policy,
                       rows_of(point, sample, problem, run, measured.metrics, tables_,
                               held_[{point, policy, sample}]),
                       Ending::whole);
  } else {
    statistics_.add_failed(point, sample, policy, measured.status);
    sinks_.front().add(point, sample, policy,
                       row_of_failed(point, sample, measured.status, run, resources_),
                       Ending::failed);
  }
  held_.erase({point, policy, sample});
  check_disk();
}

void ResultFile::add_part(int point, std::int64_t sample, int policy, Problem const& problem,
                          Records const& records) {
  statistics_.add_part(point, sample, policy, records.queueing);
  sinks_.front().add(
      point, sample, policy,
      rows_of(point, sample, problem, records, tables_, held_[{point, policy, sample}]),
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
  Summary summary = statistics_.summary();
  write_summary(root_, statistics_, summary);
  write_end(root_, run_, start_, complete);
  sinks_.clear();
  run_.close();
  root_.close();
  file_.close();
  check_disk();
  return summary;
}

}  // namespace fairslot::record
