/// How large something is in a results file: written into one in memory, and measured.
#pragma once

#include <string>

#include "kernels/problem.hpp"

namespace fairslot::record {

/// Of a text; of one past a MiB from parts of it.
double stored_text_bytes(std::string const& text);

/// Of the table of a problem's servers.
double stored_cluster_bytes(Problem const& problem);

}  // namespace fairslot::record
