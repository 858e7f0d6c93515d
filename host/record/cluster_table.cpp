#include "host/record/cluster_table.hpp"

#include "host/record/run_tables.hpp"

namespace fairslot::record {
namespace {

double speed_of(Problem const& p, int server) { return p.speed.empty() ? 1.0 : p.speed[server]; }

bool alike(Problem const& p, int a, int b) {
  for (int r = 0; r < p.resources; ++r)
    if (p.capacity_of(r, a) != p.capacity_of(r, b)) return false;
  return speed_of(p, a) == speed_of(p, b);
}

void put_group(Rows& rows, int point, Problem const& p, int first, int end) {
  rows.put(point, first, end - first);
  for (int r = 0; r < p.resources; ++r) rows.put(p.capacity_of(r, first));
  rows.put(speed_of(p, first));
}

}  // namespace

void ClusterTable::add(int point, Problem const& problem) {
  auto const [at, fresh] = points_.try_emplace(point);
  if (!fresh) return;
  for (int first = 0, m = 1; m <= problem.servers; ++m)
    if (m == problem.servers || !alike(problem, first, m)) {
      put_group(at->second, point, problem, first, m);
      first = m;
    }
}

Columns cluster_columns(std::vector<std::string> const& resources) {
  using enum ColumnType;
  Columns columns{{"point", i32}, {"first_server", i32}, {"servers", i32}};
  auto const names = column_names("capacity_", resources);
  for (std::size_t r = 0; r < names.size(); ++r) columns.push_back({names[r], i32, resources[r]});
  columns.push_back({"speed", f64, "1"});
  return columns;
}

void ClusterTable::write(H5::Group root) const {
  Table table(std::move(root), "cluster", cluster_columns(resources_));
  for (auto const& [point, rows] : points_) table.append(rows);
  table.close();
}

}  // namespace fairslot::record
