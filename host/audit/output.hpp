/// What `fairslot audit` prints.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "host/audit/gaps.hpp"

namespace fairslot::audit {

/// The audits of one run.
struct Verdict {
  std::string policy;
  std::vector<Finding> findings;
  std::optional<int> point = {};  ///< of a sweep
  std::optional<std::int64_t> sample = {};
};

/// The object of --json, one line (docs/audits.md).
std::string to_json(std::vector<Verdict> const& verdicts);
/// A line a run and audit.
std::string to_table(std::vector<Verdict> const& verdicts);

}  // namespace fairslot::audit
