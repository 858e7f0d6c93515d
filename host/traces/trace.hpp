/// A trace as scenarios run it: an imported log of a cluster.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace fairslot::traces {

/// Shapes: K resources, N users, J jobs, M nodes, C classes of nodes.
struct Trace {
  std::vector<std::string> resources;  ///< [K] names
  std::vector<double> weight;          ///< [N]

  // [J], by submission.
  std::vector<std::int32_t> user, tasks;
  std::vector<std::int64_t> submit_ms;    ///< from the first submission on
  std::vector<std::int64_t> duration_ms;  ///< -1: not known
  std::vector<std::int32_t> demand;       ///< [J][K]
  std::vector<std::int32_t> allowed;      ///< index into `sets`; -1: all nodes
  std::vector<std::int32_t> per_server;   ///< -1: no limit

  std::vector<std::string> classes;             ///< [C]
  std::vector<std::vector<std::int32_t>> sets;  ///< of classes, ascending

  std::vector<std::int32_t> node_class, capacity;  ///< [M]; [M][K]
  std::vector<double> speed;                       ///< [M]

  std::string hash;  ///< SHA-256, in hex, of all of this

  std::size_t jobs() const { return user.size(); }
  std::size_t nodes() const { return node_class.size(); }
  std::int32_t const* demand_of(std::size_t job) const {
    return demand.data() + job * resources.size();
  }
  std::int32_t const* capacity_of(std::size_t node) const {
    return capacity.data() + node * resources.size();
  }
};

/// Reads and checks a trace file. Throws InputError, one line that names file, table and row.
std::shared_ptr<Trace const> read_trace(std::string const& path);
/// The same; a file that somebody has still in hand, and that has not changed, is not read again.
std::shared_ptr<Trace const> share_trace(std::string const& path);

/// Whether a file says of itself that it is a trace.
bool is_trace_file(std::string const& path);

}  // namespace fairslot::traces
