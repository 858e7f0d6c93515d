/// All samples of all points under all schedulers, side by side, into a results file.
#pragma once

#include <functional>

#include "host/record/published.hpp"
#include "host/stages/summary.hpp"

namespace fairslot::stages {

struct RunTerms {
  std::string out;
  int threads = 1;
};
/// Called by the calling thread, after each sample.
using Told = std::function<void(std::int64_t samples, std::int64_t tasks)>;

struct RunOutcome {
  Summary summary;  ///< of the samples that have ended
  record::Published file;
};

/// `stop`, asked by several threads, ends it: whole samples before it are saved.
RunOutcome run(ScenarioFile const&, RunTerms const&, Told const&,
               std::function<bool()> const& stop);

std::int64_t samples_of(ScenarioFile const&);

}  // namespace fairslot::stages
