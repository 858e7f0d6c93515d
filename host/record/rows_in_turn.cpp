#include "host/record/rows_in_turn.hpp"

#include <stdexcept>
#include <utility>

namespace fairslot::record {

Columns after_point_and_sample(Columns more) {
  Columns columns{{"point", ColumnType::i32}, {"sample", ColumnType::i32}};
  columns.insert(columns.end(), more.begin(), more.end());
  return columns;
}

RowsInTurn::RowsInTurn(H5::Group const& root, Sink sink, Pairs pairs, spill::File& spill,
                       std::size_t packers)
    : sink_(std::move(sink)), pairs_(pairs), spill_(spill), turn_(pairs.shard.index) {
  H5::Group folder = root.createGroup(sink_.name);
  std::vector<std::string> names;
  for (SinkTable const& table : sink_.tables) names.push_back(table.name);
  set_attribute(folder, "groups", sink_.groups);
  set_attribute(folder, "tables", names);
  for (std::string const& name : sink_.groups) {
    H5::Group const group = folder.createGroup(name);
    auto& own = tables_.emplace_back();
    for (SinkTable const& table : sink_.tables)
      own.emplace_back(group, table.name, table.columns, Packing{table.deflated, packers});
  }
}

bool RowsInTurn::whole(std::int64_t pair, Sample const& sample) const {
  auto const point = static_cast<std::size_t>(pair / pairs_.samples);
  return sample.ended == (sink_.at.empty() ? sink_.groups.size() : sink_.at.at(point));
}

void RowsInTurn::add(int point, std::int64_t sample, int group, std::vector<Rows>&& rows,
                     Ending ending) {
  if (!pairs_.shard.has(point, sample, pairs_.samples))
    throw std::logic_error("rows of another shard than " + sink_.name + "'s");
  std::int64_t const pair = pairs_.number(point, sample);
  Sample& own = waiting_[pair];
  own.ended += ending != Ending::none;
  own.failed |= ending == Ending::failed;
  if (pair == turn_)
    append(static_cast<std::size_t>(group), rows, own.failed);
  else
    hold(own, static_cast<std::size_t>(group), std::move(rows));
  while (!waiting_.empty() && waiting_.begin()->first == turn_ &&
         whole(turn_, waiting_.begin()->second))
    next_turn();
}

void RowsInTurn::append(std::size_t group, std::vector<Rows> const& rows, bool failed) {
  for (std::size_t t = 0; t < rows.size(); ++t)
    if (!failed || sink_.tables[t].of_failed) tables_.at(group).at(t).append(rows[t]);
}

void RowsInTurn::hold(Sample& sample, std::size_t group, std::vector<Rows>&& rows) {
  Held held{group, std::move(rows), {}};
  std::size_t bytes = 0;
  for (Rows const& of_table : held.rows) bytes += of_table.bytes().size();
  if (held_bytes_ + bytes <= most_held) {
    held_bytes_ += bytes;
  } else {
    for (Rows& of_table : held.rows) {
      std::size_t const size = of_table.bytes().size();
      held.spilled.push_back({spill_.append(of_table.bytes()), size});
      of_table = {};
    }
  }
  sample.held.push_back(std::move(held));
}

/// What the sample has held back.
void RowsInTurn::write(Sample& sample) {
  for (Held& held : sample.held) {
    for (Rows const& of_table : held.rows) held_bytes_ -= of_table.bytes().size();
    for (std::size_t t = 0; t < held.spilled.size(); ++t) {
      auto const [begin, bytes] = held.spilled[t];
      if (bytes == 0) continue;
      std::vector<char> read(bytes);
      spill_.read(begin, read);
      spill_.release(begin, bytes);
      held.rows[t] = Rows(std::move(read));
    }
    append(held.group, held.rows, sample.failed);
    held.rows.clear();
  }
  sample.held.clear();
}

void RowsInTurn::rewind(bool failed_ones_too) {
  for (std::vector<Table>& group : tables_)
    for (std::size_t t = 0; t < group.size(); ++t)
      if (failed_ones_too || !sink_.tables[t].of_failed) group[t].rewind();
}

void RowsInTurn::next_turn() {
  if (waiting_.at(turn_).failed) rewind(false);
  waiting_.erase(turn_);
  turn_ += pairs_.shard.count;
  for (std::vector<Table>& group : tables_)
    for (Table& table : group) table.mark();
  if (auto const at = waiting_.find(turn_); at != waiting_.end()) write(at->second);
}

void RowsInTurn::finish() {
  rewind(true);
  for (auto& [pair, sample] : waiting_)
    if (whole(pair, sample)) write(sample);
  waiting_.clear();
  for (std::vector<Table>& group : tables_)
    for (Table& table : group) table.pack_rest();
  for (std::vector<Table>& group : tables_)
    for (Table& table : group) table.close();
}

}  // namespace fairslot::record
