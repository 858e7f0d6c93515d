/// The part of `fairslot audit` that judges results: their runs again, with audits.
#pragma once

#include <string>
#include <vector>

#include "host/audit/output.hpp"
#include "host/cli/commands.hpp"

namespace fairslot::cli {

/// Writes the tables, too. Throws NotAgain where a run came to something else than the file says.
std::vector<audit::Verdict> audit_results(AuditOptions const& options,
                                          std::vector<std::string> const& audits);

}  // namespace fairslot::cli
