/// What the numbers of a sweep leave out, in words.
#pragma once

#include <string>
#include <vector>

#include "host/statistics/summary.hpp"

namespace fairslot::statistics {

/// "workload.large_share = 0.25, cluster.servers = 100", or the scenario's name without a sweep.
std::string point_name(Summary const& summary, int point);

/// Whether samples that were planned have not ended.
bool is_interrupted(Summary const& summary);
/// "2 of 400 samples left out: runs of theirs came to no end (the first: ...)"; empty where
/// all did.
std::string failures(Summary const& summary);

/// The policies under which the sample has not ended.
std::vector<std::string> awaited(Summary const& summary, PartSample const& part);

/// "18 of 400 samples are complete under all policies"
std::string completeness(Summary const& summary);

/// Of which part of a sweep they are, samples that do not count and why or what they wait for,
/// users whose tasks cannot run: lines, none where there is nothing to say.
std::string notes(Summary const& summary);

}  // namespace fairslot::statistics
