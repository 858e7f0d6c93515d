/// Solved instances as one results file.
#pragma once

#include <string>
#include <vector>

#include "host/pool/output.hpp"
#include "host/pool/read.hpp"
#include "host/record/header.hpp"
#include "host/record/published.hpp"

namespace fairslot::pool {

struct SolvedFile {
  std::string path;
  InstanceFile file;
  std::vector<Solved> all;
};

/// Of files with the same resources. Throws InputError where they differ.
record::ResultHeader header_of(std::vector<SolvedFile> const& files);
record::Published write_results(std::string const& path, std::vector<SolvedFile> const& files);

/// What a results file says of itself besides name, text and hash.
record::ResultHeader header_of_solve(std::vector<std::string> const& resources);

}  // namespace fairslot::pool
