#include "host/record/stored_rows.hpp"

#include <fmt/format.h>

#include <cstring>
#include <span>

#include "host/record/look_into.hpp"
#include "host/record/run_tables.hpp"

namespace fairslot::record {
namespace {

/// A table, and how many columns behind point and sample say which row it is.
struct Compared {
  char const* name;
  std::size_t keys;
};
constexpr std::array<Compared, 4> tables_compared{
    {{"slots", 1}, {"jobs", 2}, {"users", 1}, {"runs", 0}}};

std::array<Columns, 4> columns_of(std::vector<std::string> const& resources,
                                  RunTables const& tables) {
  return {slots_columns(resources, tables), jobs_columns(), users_columns(),
          runs_columns(resources)};
}

void add(std::uint64_t& hash, std::string_view row) {
  for (; !row.empty(); row.remove_prefix(std::min(row.size(), sizeof hash))) {
    std::uint64_t word = 0;
    std::memcpy(&word, row.data(), std::min(row.size(), sizeof word));
    hash ^= word;
    hash *= 0x100000001b3;  // FNV-1a, a word at a time
    hash ^= hash >> 29;
  }
}

RunAt run_of(std::string_view row) {
  RunAt at;
  std::memcpy(&at.first, row.data(), sizeof at.first);
  std::memcpy(&at.second, row.data() + sizeof at.first, sizeof at.second);
  return at;
}

/// Rows of a table in turn, without columns that are not compared, which come last.
void for_each_row(StoredFile const& file, std::string const& policy, Compared const& of,
                  Columns const& columns, RunTables const& tables,
                  std::function<void(std::string_view row)> const& body) {
  std::string const path = fmt::format("/policies/{}/{}", policy, of.name);
  if (!file.has(path)) return;
  StoredTable const& table = file.table(path);
  Columns all = columns;
  if (std::string_view(of.name) == "slots") {
    RunTables const there = columns_asked_for(table);
    if (there.fragmentation != tables.fragmentation)
      throw FormatError(path + " has other columns than its scenario asks for");
    all = slots_columns(file.header.resources, there);
  }
  table.require_columns(all);
  table.read_rows([&](std::string_view rows) {
    for (std::size_t const size = row_size(all); !rows.empty(); rows.remove_prefix(size))
      body(rows.substr(0, row_size(columns)));
  });
}

/// The value that comes next.
std::string next(RowReader& row, ColumnType type) {
  switch (type) {
    case ColumnType::i32:
      return fmt::to_string(row.get<std::int32_t>());
    case ColumnType::i64:
      return fmt::to_string(row.get<std::int64_t>());
    default:
      return fmt::to_string(row.get<double>());
  }
}

/// The first column in which the rows differ: they do.
std::string difference(Compared const& table, Columns const& columns, std::string_view stored,
                       std::string_view again) {
  RowReader a({stored.data(), stored.size()}), b({again.data(), again.size()});
  std::string text = table.name;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    auto const& [name, type] = std::pair(columns[c].name, columns[c].type);
    std::string const there = next(a, type), here = next(b, type);
    if (there != here) return fmt::format("{}: {} is {}, run again {}", text, name, there, here);
    if (c >= 2 && c < 2 + table.keys) text += fmt::format(", {} {}", name, there);
  }
  return text;
}

/// Takes a run's stored rows of a table in turn, beside those made again.
class Comparison {
 public:
  Comparison(Compared const& table, Columns const& columns, std::span<char const> again)
      : table_(table), columns_(columns), again_(again) {}

  void take(std::string_view stored) {
    ++stored_rows_;
    if (next_ == again_.size()) return;
    std::string_view const own(again_.data() + next_, stored.size());
    next_ += stored.size();
    if (!found_ && stored != own) found_ = record::difference(table_, columns_, stored, own);
  }
  /// Behind the last row: one line where they differ.
  std::optional<std::string> found() const {
    std::size_t const own_rows = again_.size() / row_size(columns_);
    if (found_ || stored_rows_ == own_rows) return found_;
    return fmt::format("{}: {} rows, run again {}", table_.name, stored_rows_, own_rows);
  }

 private:
  Compared const& table_;
  Columns const& columns_;
  std::span<char const> again_;
  std::size_t next_ = 0, stored_rows_ = 0;
  std::optional<std::string> found_;
};

}  // namespace

RunTables compared(RunTables recorded) {
  recorded.picks = recorded.shares = false;
  recorded.dfe.clear();
  return recorded;
}

RowsAgain::RowsAgain(RunAt at, Problem const& problem, RunResult const& run,
                     std::vector<std::string> const& resources, RunTables const& tables)
    : at_(at), tables_(tables), columns_(columns_of(resources, tables)) {
  HeldShares none;
  auto rows = rows_of(at.first, at.second, problem, run, statistics::run_metrics(problem, run),
                      tables, none);
  rows_ = {tables.slots ? std::move(rows.at(3)) : Rows{}, std::move(rows[1]), std::move(rows[2]),
           std::move(rows[0])};
}

template <class Body>
void RowsAgain::for_each_row(std::size_t table, Body const& body) const {
  auto const bytes = rows_[table].bytes();
  std::string_view rows(bytes.data(), bytes.size());
  for (std::size_t const size = row_size(columns_[table]); !rows.empty(); rows.remove_prefix(size))
    body(rows.substr(0, size));
}

RowsDigest RowsAgain::digest() const {
  RowsDigest digest{};
  for (std::size_t t = 0; t < digest.size(); ++t)
    for_each_row(t, [&](std::string_view row) { add(digest[t], row); });
  return digest;
}

std::optional<std::string> RowsAgain::difference(StoredFile const& file, std::string const& policy,
                                                 std::size_t t) const {
  Comparison comparison(tables_compared[t], columns_[t], rows_[t].bytes());
  record::for_each_row(file, policy, tables_compared[t], columns_[t], tables_,
                       [&](std::string_view row) {
                         if (run_of(row) == at_) comparison.take(row);
                       });
  return comparison.found();
}

std::optional<std::string> RowsAgain::difference(std::string const& path,
                                                 std::string const& policy) const {
  std::optional<std::string> found;
  look_into_results(path, [&](StoredFile const& file) {
    for (std::size_t t = 0; t < columns_.size() && !found; ++t) found = difference(file, policy, t);
  });
  return found;
}

std::map<RunAt, RowsDigest> digests_of_runs(std::string const& path, std::string const& policy,
                                            RunTables const& tables) {
  std::map<RunAt, RowsDigest> digests;
  look_into_results(path, [&](StoredFile const& file) {
    auto const columns = columns_of(file.header.resources, tables);
    for (std::size_t t = 0; t < columns.size(); ++t)
      for_each_row(file, policy, tables_compared[t], columns[t], tables,
                   [&](std::string_view row) { add(digests[run_of(row)][t], row); });
  });
  return digests;
}

std::optional<std::string> difference_from(std::string const& path, std::string const& group,
                                           RunAt at, std::vector<TableAgain> const& run) {
  std::optional<std::string> found;
  look_into_results(path, [&](StoredFile const& file) {
    for (TableAgain const& own : run) {
      if (found) return;
      StoredTable const& table = file.table(fmt::format("/{}/{}", group, own.name));
      table.require_columns(own.columns);
      Compared const compared{own.name.c_str(), own.keys};
      Comparison comparison(compared, own.columns, own.rows.bytes());
      table.read_rows([&](std::string_view rows) {
        for (std::size_t const size = table.row_size(); !rows.empty(); rows.remove_prefix(size))
          if (run_of(rows) == at) comparison.take(rows.substr(0, size));
      });
      found = comparison.found();
    }
  });
  return found;
}

bool has_rows(std::string const& path, std::string const& place, RunAt at) {
  bool found = false;
  look_into_results(path, [&](StoredFile const& file) {
    StoredTable const& table = file.table(place);
    table.read_rows([&](std::string_view rows) {
      for (; !rows.empty(); rows.remove_prefix(table.row_size())) found |= run_of(rows) == at;
    });
  });
  return found;
}

}  // namespace fairslot::record
