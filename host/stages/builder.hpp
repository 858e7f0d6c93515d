/// Puts an instance together, job by job.
#pragma once

#include <map>
#include <string>
#include <tuple>
#include <utility>

#include "host/random.hpp"
#include "host/stages/scenario.hpp"

namespace fairslot::stages {

class Builder {
 public:
  Builder(Scenario const& scenario, std::uint64_t sample);

  Random const& random() const { return random_; }
  std::uint32_t job_number() const { return static_cast<std::uint32_t>(in_.jobs.size()); }

  /// A queue below 0 is drawn. Tasks that follow are of this job.
  void add_job(double submit, std::int64_t queue, bool service);
  /// Tasks that follow wait for the job's tasks number `after`; -1: none.
  void add_group(int after);
  /// `logic` and input name the family of similar tasks.
  void add_task(std::vector<Stage> const& stages, Amounts const& request, std::string const& logic,
                double input, double deadline);
  Instance finish();

  Amounts amounts(std::vector<double> const& numbers) const;
  Stage stage(std::vector<double> const& row) const;
  /// The largest needs times the request's factor, rounded up to its grain.
  Amounts request_for(std::vector<Stage> const& stages) const;

 private:
  std::int32_t drawn_queue() const;
  std::uint32_t place_of(std::vector<Stage> stages, bool service);
  void draw_replicas(double input);

  Scenario const& scenario_;
  Random random_;
  Instance in_;
  std::map<std::pair<std::string, double>, std::int32_t> families_;
  std::map<std::tuple<std::int32_t, Amounts, bool>, std::int32_t> kinds_;
};

}  // namespace fairslot::stages
