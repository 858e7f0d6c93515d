#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <mutex>
#include <numeric>
#include <set>

#include "host/error.hpp"
#include "host/input_file.hpp"
#include "host/sha256.hpp"
#include "host/storage/column_table.hpp"
#include "host/storage/fault_guard.hpp"
#include "host/storage/stored_table.hpp"
#include "host/traces/layout.hpp"
#include "host/traces/trace.hpp"
#include "kernels/problem.hpp"

namespace fairslot::traces {
namespace {

using storage::ColumnTable, storage::FormatError, storage::RowReader;
using Texts = std::vector<std::string>;

constexpr std::int64_t most_ms = 8'000'000'000'000'000;  // exact as double

class CountedRows {
 public:
  explicit CountedRows(std::string name) : name_(std::move(name)) {}
  /// Throws where the column's value is outside of these.
  std::int64_t within(std::string_view column, std::int64_t value, std::int64_t least,
                      std::int64_t most) const {
    if (value < least || value > most)
      refuse(column, fmt::format("{}", value), fmt::format("{} .. {}", least, most));
    return value;
  }
  std::int32_t index(std::string_view column, std::int64_t value, std::size_t count,
                     std::int64_t least = 0) const {
    return static_cast<std::int32_t>(
        within(column, value, least, static_cast<std::int64_t>(count) - 1));
  }
  double within(std::string_view column, double value, double least, double most) const {
    if (!(value >= least && value <= most))
      refuse(column, fmt::format("{}", value), fmt::format("{} .. {}", least, most));
    return value;
  }
  [[noreturn]] void refuse(std::string_view column, std::string const& value,
                           std::string const& allowed) const {
    throw FormatError(
        fmt::format("/{} row {}: {} {} (allowed: {})", name_, row_, column, value, allowed));
  }
  /// The first column of a table counts its rows.
  void require_own_number(std::string_view column, std::int64_t value) const {
    within(column, value, row_, row_);
  }
  std::int64_t row() const { return row_; }
  void next() { ++row_; }

 private:
  std::string name_;
  std::int64_t row_ = 0;
};

template <class Row>
void for_each_row(H5::Group const& root, std::string const& name, Texts const& integers,
                  Texts const& reals, Row const& row) {
  ColumnTable const table(root, name);
  if (table.rows() > static_cast<std::size_t>(limits::count))
    throw FormatError(fmt::format("/{} has more than 2147483647 rows", name));
  CountedRows rows(name);
  table.read(integers, reals, [&](std::string_view bytes) {
    RowReader reader({bytes.data(), bytes.size()});
    for (; !reader.done(); rows.next()) row(rows, reader);
  });
}

Texts with_prefix(Texts texts, std::string const& prefix, Texts const& names) {
  for (std::string const& name : names) texts.push_back(prefix + name);
  return texts;
}

void read_facts(H5::Group const& group, Trace& trace) {
  std::int64_t const version = storage::integer_attribute(group, "format_version");
  if (version != trace_format_version)
    throw FormatError(fmt::format("format {} (allowed: {})", version, trace_format_version));
  trace.resources = storage::texts_attribute(group, "resources");
  if (trace.resources.empty() || trace.resources.size() > std::size_t{max_resources})
    throw FormatError(fmt::format("/trace@resources: {} names (allowed: 1 .. {})",
                                  trace.resources.size(), max_resources));
  for (std::size_t r = 0; r < trace.resources.size(); ++r)
    if (trace.resources[r].empty() || std::ranges::count(trace.resources, trace.resources[r]) > 1)
      throw FormatError(fmt::format("/trace@resources: {} (allowed: names, all different)",
                                    shown(trace.resources[r])));
}

void read_users(H5::Group const& root, Trace& trace) {
  for_each_row(root, "users", {"user"}, {"weight"}, [&](CountedRows const& rows, RowReader& row) {
    rows.require_own_number("user", row.get<std::int64_t>());
    trace.weight.push_back(
        rows.within("weight", row.get<double>(), limits::min_weight, limits::max_weight));
  });
}

/// Names are looked at by who runs the trace on other servers than its own.
void read_classes(H5::Group const& root, Trace& trace) {
  ColumnTable const table(root, "classes");
  trace.classes = table.texts("name");
  std::set<std::string_view> known;
  for (std::string const& name : trace.classes) {
    if (name.empty() || !is_utf8(name))
      throw FormatError(fmt::format("/classes: \"{}\" (allowed: names of UTF-8)", shown(name)));
    if (!known.insert(name).second)
      throw FormatError(
          fmt::format("/classes: {} twice (allowed: names, all different)", shown(name)));
  }
  for_each_row(root, "classes", {"class"}, {}, [&](CountedRows const& rows, RowReader& row) {
    rows.require_own_number("class", row.get<std::int64_t>());
  });
  for_each_row(root, "allowed", {"allowed", "class"}, {},
               [&](CountedRows const& rows, RowReader& row) {
                 auto const last = static_cast<std::int64_t>(trace.sets.size()) - 1;
                 std::int64_t const set = rows.within("allowed", row.get<std::int64_t>(),
                                                      std::max<std::int64_t>(last, 0), last + 1);
                 if (set > last) trace.sets.emplace_back();
                 auto& own = trace.sets.back();
                 own.push_back(rows.index("class", row.get<std::int64_t>(), trace.classes.size(),
                                          own.empty() ? 0 : own.back() + 1));
               });
}

/// [K] of a job or a node, of which one is positive.
void read_amounts(CountedRows const& rows, RowReader& row, std::string const& what,
                  Trace const& trace, bool some, std::vector<std::int32_t>& amounts) {
  bool positive = false;
  for (std::string const& name : trace.resources) {
    auto const amount = static_cast<std::int32_t>(
        rows.within(what + name, row.get<std::int64_t>(), 0, limits::capacity));
    positive |= amount > 0;
    amounts.push_back(amount);
  }
  if (some && !positive) rows.refuse(what + trace.resources[0], "0", "one above 0");
}

void read_jobs(H5::Group const& root, Trace& trace) {
  Texts const integers =
      with_prefix({"user", "submit_ms", "duration_ms", "tasks", "allowed", "per_server"}, "demand_",
                  trace.resources);
  std::int64_t last = 0;
  for_each_row(root, "jobs", integers, {}, [&](CountedRows const& rows, RowReader& row) {
    auto const next = [&] { return row.get<std::int64_t>(); };
    trace.user.push_back(rows.index("user", next(), trace.weight.size()));
    last = rows.within("submit_ms", next(), last, most_ms);
    trace.submit_ms.push_back(last);
    std::int64_t const duration = rows.within("duration_ms", next(), -1, most_ms);
    if (duration == 0) rows.refuse("duration_ms", "0", "1 or more, or -1: not known");
    trace.duration_ms.push_back(duration);
    trace.tasks.push_back(
        static_cast<std::int32_t>(rows.within("tasks", next(), 1, limits::count)));
    trace.allowed.push_back(rows.index("allowed", next(), trace.sets.size(), -1));
    std::int64_t const limit = rows.within("per_server", next(), -1, limits::count);
    if (limit == 0) rows.refuse("per_server", "0", "1 or more, or -1: no limit");
    trace.per_server.push_back(static_cast<std::int32_t>(limit));
    read_amounts(rows, row, "demand_", trace, true, trace.demand);
  });
  if (trace.jobs() == 0) throw FormatError("/jobs: there are none (allowed: at least one)");
}

void read_nodes(H5::Group const& root, Trace& trace) {
  Texts const integers = with_prefix({"node", "class"}, "capacity_", trace.resources);
  for_each_row(root, "nodes", integers, {"speed"}, [&](CountedRows const& rows, RowReader& row) {
    rows.require_own_number("node", row.get<std::int64_t>());
    trace.node_class.push_back(
        rows.index("class", row.get<std::int64_t>(), trace.classes.size(), -1));
    read_amounts(rows, row, "capacity_", trace, false, trace.capacity);
    trace.speed.push_back(
        rows.within("speed", row.get<double>(), limits::min_speed, limits::max_speed));
  });
}

template <class T>
void add(Sha256& hash, std::vector<T> const& values) {
  hash.add(fmt::format("{}\n", values.size()));
  if (!values.empty())
    hash.add({reinterpret_cast<char const*>(values.data()), values.size() * sizeof(T)});
}

std::string hash_of(Trace const& trace) {
  Sha256 hash;
  for (Texts const* texts : {&trace.resources, &trace.classes})
    for (std::string const& text : *texts) hash.add(text + "\n");
  add(hash, trace.weight), add(hash, trace.user), add(hash, trace.tasks);
  add(hash, trace.submit_ms), add(hash, trace.duration_ms), add(hash, trace.demand);
  add(hash, trace.allowed), add(hash, trace.per_server);
  for (auto const& set : trace.sets) add(hash, set);
  add(hash, trace.node_class), add(hash, trace.capacity), add(hash, trace.speed);
  return hash.hex();
}

Trace read_file(std::string const& path) {
  H5::H5File const file(path, H5F_ACC_RDONLY);
  H5::Group const root = file.openGroup("/");
  Trace trace;
  read_facts(storage::open_group(root, "trace"), trace);
  read_users(root, trace);
  read_classes(root, trace);
  read_jobs(root, trace);
  read_nodes(root, trace);
  trace.hash = hash_of(trace);
  return trace;
}

}  // namespace

std::shared_ptr<Trace const> read_trace(std::string const& path) {
  require_plain_input(path);
  std::string reason;
  std::lock_guard const lock(storage::hdf5_turn());
  storage::listen_to_hdf5();
  storage::FaultGuard const guard(
      fmt::format("{}: no trace: it is damaged, and HDF5 fails on it", shown_path(path)));
  try {
    return std::make_shared<Trace const>(read_file(path));
  } catch (H5::Exception const& error) {
    reason = storage::hdf5_reason(error, "it is not HDF5, or damaged");
  } catch (FormatError const& error) {
    reason = error.what();
  }
  throw InputError(fmt::format("{}: no trace: {}", shown_path(path), reason));
}

bool is_trace_file(std::string const& path) {
  std::lock_guard const lock(storage::hdf5_turn());
  storage::listen_to_hdf5();
  storage::FaultGuard const guard(
      fmt::format("{}: is damaged, and HDF5 fails on it", shown_path(path)));
  try {
    H5::H5File const file(path, H5F_ACC_RDONLY);
    storage::integer_attribute(storage::open_group(file.openGroup("/"), "trace"), "format_version");
    return true;
  } catch (H5::Exception const&) {
  } catch (FormatError const&) {
  }
  return false;
}

std::shared_ptr<Trace const> share_trace(std::string const& path) {
  using Identity = std::tuple<std::string, std::uint64_t, std::int64_t, std::int64_t, std::int64_t>;
  static std::mutex turn;
  static std::map<Identity, std::weak_ptr<Trace const>> known;
  require_plain_input(path);
  struct stat status {};
  ::stat(path.c_str(), &status);
  Identity const identity{path, status.st_ino, status.st_size, status.st_mtim.tv_sec,
                          status.st_mtim.tv_nsec};
  std::lock_guard const lock(turn);
  if (auto trace = known[identity].lock()) return trace;
  auto trace = read_trace(path);
  known[identity] = trace;
  return trace;
}

}  // namespace fairslot::traces
