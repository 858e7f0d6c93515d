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

H5::FileAccPropList access_to(ResultDisk& disk) {
  H5::FileAccPropList list = disk.access();
  list.setLibverBounds(H5F_LIBVER_V110, H5F_LIBVER_V110);  // all metadata have checksums
  return list;
}

}  // namespace

ResultFile::ResultFile(TemporaryFile const& temporary, ResultHeader const& header,
                       Recorder::Tables tables)
    : spill_(std::filesystem::path(temporary.path()).parent_path()),
      disk_(temporary.descriptor()),
      file_(temporary.path(), H5F_ACC_TRUNC, H5::FileCreatPropList::DEFAULT, access_to(disk_)),
      root_(file_.openGroup("/")),
      run_(root_.createGroup("run")),
      cluster_(header.resources),
      statistics_(header.name, header.samples, header.points, header.policies, &spill_,
                  column_names("", header.resources)),
      rows_(policies_, header.points, header.samples, spill_) {
  write_scenario(header);
  write_run(header);
  auto const [columns, points] = points_table(header.points);
  write_table(root_, "points", columns, points);
  H5::Group const policies = root_.createGroup("policies");
  for (std::string const& name : header.policies)
    policies_.emplace_back(policies.createGroup(name), header.resources, tables);
}

void ResultFile::write_scenario(ResultHeader const& header) {
  H5::Group group = root_.createGroup("scenario");
  write_text(group, "text", header.text);
  set_attribute(group, "name", header.name);
  set_attribute(group, "hash", header.hash);
  set_attribute(group, "seed", static_cast<std::int64_t>(header.seed));
  set_attribute(group, "samples", header.samples);
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
  statistics::RunMetrics const metrics = statistics::run_metrics(problem, run);
  cluster_.add(point, problem);
  statistics_.add(point, sample, policy, metrics, run.queueing);
  rows_.add(point, sample, policy, rows_of(point, sample, problem, run, metrics), true);
  check_disk();
}

void ResultFile::add_part(int point, std::int64_t sample, int policy, Problem const& problem,
                          Records const& records) {
  statistics_.add_part(point, sample, policy, records.queueing);
  rows_.add(point, sample, policy, rows_of(point, sample, problem, records), false);
  check_disk();
}

void ResultFile::check_disk() const {
  if (!disk_.error().empty()) throw std::runtime_error(disk_.error());
}

Summary ResultFile::finish(bool complete) {
  rows_.finish();
  for (PolicyTables& policy : policies_) policy.close();
  cluster_.write(root_);
  Summary const summary = statistics_.summary();
  write_summary(root_, statistics_, summary);
  std::chrono::duration<double> const passed = std::chrono::steady_clock::now() - start_;
  set_attribute(run_, "seconds", passed.count());
  set_attribute(run_, "complete", std::int64_t{complete});
  seal(root_, run_);
  policies_.clear();
  run_.close();
  root_.close();
  file_.close();
  check_disk();
  return summary;
}

}  // namespace fairslot::record
