#include "host/record/consistency.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "host/record/cluster_table.hpp"
#include "host/record/run_tables.hpp"
#include "host/record/stored_sink.hpp"
#include "host/record/summary_tables.hpp"

namespace fairslot::record {
namespace {

using statistics::SweepPoint;

void require(bool good, std::string const& what) {
  if (!good) throw FormatError(what);
}

std::vector<std::string> needed(StoredHeader const& header) {
  std::vector<std::string> places{"/cluster", "/points", "/scenario/text"};
  for (auto const name :
       {"gains", "moments", "points", "policies", "sample_means", "sizes", "utilisation"})
    places.push_back(fmt::format("/summary/{}", name));
  for (std::string const& policy : header.policies) {
    for (auto const name : {"jobs", "runs", "users"})
      places.push_back(fmt::format("/policies/{}/{}", policy, name));
    for (auto const name : statistics::metric_names)
      places.push_back(fmt::format("/summary/cdf/{}/{}", policy, name));
  }
  return places;
}

/// The tables that producers besides the simulator name.
std::vector<std::string> of_other_sinks(H5::Group const& root, Content const& content) {
  std::vector<std::string> places;
  for (StoredSink const& sink : other_sinks(root, content))
    for (std::string const& group : sink.groups)
      for (std::string const& table : sink.tables)
        places.push_back(fmt::format("/{}/{}/{}", sink.name, group, table));
  return places;
}

/// In this order.
std::vector<std::string> const may_be_recorded{"slots", "picks", "shares"};

/// /policies says of which groups and tables it is, as every sink does.
void require_run_sink(H5::Group const& root, StoredHeader const& header,
                      std::map<std::string, std::size_t> const& as_asked) {
  std::vector<std::string> tables{"runs", "jobs", "users"};
  for (std::string const& name : may_be_recorded)
    if (as_asked.at(name) > 0) tables.push_back(name);
  H5::Group const group = open_group(root, "policies");
  require(header.policies == texts_attribute(group, "groups"),
          "/policies@groups is not /scenario@policies");
  require(tables == texts_attribute(group, "tables"), "/policies@tables names others than it has");
}

void require_tables(H5::Group const& root, Content const& content, StoredHeader const& header) {
  std::map<std::string, bool> wanted;  // whether it is there
  for (std::string const& place : needed(header)) wanted.emplace(place, false);
  for (std::string const& place : of_other_sinks(root, content)) wanted.emplace(place, false);
  std::map<std::string, std::size_t> as_asked;
  for (std::string const& name : may_be_recorded) as_asked[name] = 0;
  std::map<std::string, std::size_t*> may_be;
  for (auto const name : {"blocked", "comparisons", "failed", "in_part", "losses", "settings"})
    may_be.emplace(fmt::format("/summary/{}", name), nullptr);
  for (auto& [name, times] : as_asked)
    for (std::string const& policy : header.policies)
      may_be.emplace(fmt::format("/policies/{}/{}", policy, name), &times);
  for (StoredTable const& table : content.tables) {
    if (auto const at = wanted.find(table.place()); at != wanted.end()) {
      at->second = true;
      continue;
    }
    auto const at = may_be.find(table.place());
    require(at != may_be.end(), table.place() + " belongs to no policy of /scenario");
    if (at->second) ++*at->second;
  }
  for (auto const& [place, there] : wanted) require(there, "there is no " + place);
  for (auto const& [name, times] : as_asked)
    require(times == 0 || times == header.policies.size(),
            fmt::format("some of /policies have {}, some not", name));
  require_run_sink(root, header, as_asked);
}

/// Of a file without runs: /scenario, /points and what the sinks say.
void require_sinks_only(H5::Group const& root, Content const& content) {
  std::vector<std::string> wanted = of_other_sinks(root, content);
  wanted.insert(wanted.end(), {"/points", "/scenario/text"});
  std::vector<std::string> there;
  for (StoredTable const& table : content.tables) there.push_back(table.place());
  std::ranges::sort(wanted);
  std::ranges::sort(there);
  require(wanted == there,
          "/scenario@policies is empty, and the tables are not those of a sink alone");
}

/// What the numbers of a status mean.
void require_states(StoredTable const& table) {
  if (std::ranges::count(table.columns(), "status", [](auto const& c) { return c.first; }) == 0)
    return;
  if (!table.place().starts_with("/policies/") && table.place() != "/summary/failed") return;
  if (!std::ranges::equal(texts_attribute(table.dataset(), "status"), statistics::status_names))
    throw OtherVersion(table.place() + " has other states");
}

void require_columns(StoredFile const& file) {
  auto const& resources = file.header.resources;
  std::map<std::string, Columns> const of_name{{"runs", runs_columns(resources)},
                                               {"jobs", jobs_columns()},
                                               {"users", users_columns()},
                                               {"picks", picks_columns()},
                                               {"shares", shares_columns()}};
  for (StoredTable const& table : file.content.tables) {
    std::string const& place = table.place();
    require_states(table);
    if (place == "/cluster") table.require_columns(cluster_columns(resources));
    std::string const name = place.substr(place.rfind('/') + 1);
    if (place.starts_with("/policies/"))
      table.require_columns(name == "slots" ? slots_columns(resources, columns_asked_for(table))
                                            : of_name.at(name));
    if (place.starts_with("/summary/cdf/")) table.require_columns(cdf_columns());
  }
}

void require_same_plan(StoredHeader const& header, statistics::Summary const& summary) {
  require(header.name == summary.scenario, "/summary@scenario is not /scenario@name");
  require(header.samples == summary.samples, "/summary@samples is not /scenario@samples");
  require(header.policies == summary.policies, "/summary@policies is not /scenario@policies");
  require(column_names("", header.resources) == summary.resources,
          "/summary@resources is not /scenario@resources");
}

void require_same_points(StoredFile const& file) {
  auto const& points = file.summary.points;
  auto const keys_of = [](SweepPoint const& point) {
    std::vector<std::string> keys;
    for (statistics::Setting const& setting : point.set) keys.push_back(setting.key);
    return keys;
  };
  for (SweepPoint const& point : points)
    require(keys_of(point) == keys_of(points.front()),
            "/summary/settings names other keys at another point");
  auto const [columns, rows] = points_table(points);
  require(std::ranges::equal(file.table("/points").read(columns), rows.bytes()),
          "/points is not what /summary/settings says");
}

}  // namespace

bool StoredFile::has(std::string const& place) const {
  return std::ranges::count(content.tables, place, &StoredTable::place) > 0;
}

StoredTable const& StoredFile::table(std::string const& place) const {
  auto const at = std::ranges::find(content.tables, place, &StoredTable::place);
  if (at == content.tables.end()) throw FormatError("there is no " + place);
  return *at;
}

StoredFile read_consistent(H5::Group const& root, Content content) {
  StoredFile file{root, std::move(content), read_header(root), {}, {}};
  if (file.header.policies.empty()) {
    require_sinks_only(root, file.content);
    return file;
  }
  require_tables(root, file.content, file.header);
  require_columns(file);
  file.summary = read_summary_tables(root);
  file.summary.shard = file.header.shard;
  require_same_plan(file.header, file.summary);
  require_same_points(file);
  require_consistent_summary(file);
  for (int policy = 0; policy < static_cast<int>(file.header.policies.size()); ++policy)
    file.runs.push_back(read_consistent_runs(file, policy));
  return file;
}

}  // namespace fairslot::record
