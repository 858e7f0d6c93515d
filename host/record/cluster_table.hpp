/// /cluster of a results file: the servers of each sweep point.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "host/record/tables.hpp"
#include "kernels/problem.hpp"

namespace fairslot::record {

Columns cluster_columns(std::vector<std::string> const& resources);

/// Alike servers that follow each other are one row.
class ClusterTable {
 public:
  explicit ClusterTable(std::vector<std::string> resources) : resources_(std::move(resources)) {}
  void add(int point, Problem const& problem);  ///< the first of a point counts
  void write(H5::Group root) const;

 private:
  std::vector<std::string> resources_;
  std::map<int, Rows> points_;
};

}  // namespace fairslot::record
