/// /scenario, /run and /points of a results file being written.
#pragma once

#include <chrono>

#include "host/record/header.hpp"
#include "host/record/tables.hpp"

namespace fairslot::record {

using Started = std::chrono::steady_clock::time_point;

void write_header(H5::Group& root, H5::Group& run, ResultHeader const& header);
/// What /run says last, and the seal.
void write_end(H5::Group& root, H5::Group& run, Started start, bool complete);

}  // namespace fairslot::record
