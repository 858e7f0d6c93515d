#include "host/record/stored_sink.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "host/record/run_tables_read.hpp"

namespace fairslot::record {
namespace {

std::set<std::string> const of_the_simulator{"cluster", "points", "policies", "scenario",
                                             "summary"};

StoredTable const& table_at(Content const& content, std::string const& place) {
  auto const at = std::ranges::find(content.tables, place, &StoredTable::place);
  if (at == content.tables.end()) throw FormatError("there is no " + place);
  return *at;
}

bool begins_with_place(StoredTable const& table) {
  auto const& columns = table.columns();
  return columns.size() >= 2 && columns[0] == std::pair<std::string, std::string>("point", "<i4") &&
         columns[1] == std::pair<std::string, std::string>("sample", "<i4");
}

void require_order(StoredTable const& table, StoredHeader const& header, std::size_t points) {
  std::size_t const size = table.row_size();
  RunPlace last;
  table.read_rows([&](std::string_view rows) {
    for (; !rows.empty(); rows.remove_prefix(size)) {
      RowReader row({rows.data(), size});
      auto const point = row.get<std::int32_t>();
      RunPlace const place{point, row.get<std::int32_t>()};
      bool const known = point >= 0 && static_cast<std::size_t>(point) < points &&
                         place.sample >= 0 && place.sample < header.samples &&
                         header.shard.has(point, place.sample, header.samples);
      if (!known || place < last)
        throw FormatError(table.place() + " has rows out of order, or of no sample of the sweep");
      last = place;
    }
  });
}

}  // namespace

std::vector<StoredSink> other_sinks(H5::Group const& root, Content const& content) {
  std::set<std::string> names;
  for (StoredTable const& table : content.tables) {
    std::string const name = table.place().substr(1, table.place().find('/', 1) - 1);
    if (!of_the_simulator.contains(name)) names.insert(name);
  }
  std::vector<StoredSink> sinks;
  for (std::string const& name : names) {
    H5::Group const group = open_group(root, name);
    sinks.push_back({name, texts_attribute(group, "groups"), texts_attribute(group, "tables")});
  }
  return sinks;
}

void require_rows(StoredSink const& sink, StoredHeader const& header, Content const& content) {
  std::size_t const points = table_at(content, "/points").rows();
  for (std::string const& name : sink.tables) {
    auto const of_group = [&](std::string const& group) -> StoredTable const& {
      return table_at(content, fmt::format("/{}/{}/{}", sink.name, group, name));
    };
    for (std::string const& group : sink.groups) {
      StoredTable const& table = of_group(group);
      if (!begins_with_place(table) || table.columns() != of_group(sink.groups.front()).columns())
        throw FormatError(table.place() + " has other columns than its sink's");
      require_order(table, header, points);
    }
  }
}

}  // namespace fairslot::record
