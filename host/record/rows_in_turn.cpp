#include "host/record/rows_in_turn.hpp"

namespace fairslot::record {

using statistics::SweepPoint;
RowsInTurn::RowsInTurn(std::vector<PolicyTables>& tables, std::vector<SweepPoint> const& points,
                       std::int64_t samples, spill::File& spill)
    : tables_(tables), samples_(samples), spill_(spill) {
  for (SweepPoint const& point : points) policies_.push_back(point.policies.size());
}

bool RowsInTurn::whole(Key const& key, Sample const& sample) const {
  return sample.ended == policies_.at(std::size_t(key.first));
}

void RowsInTurn::add(int point, std::int64_t sample, int policy, RunRows&& rows, bool ended) {
  Key const key{point, sample};
  Sample& own = waiting_[key];
  own.ended += ended;
  if (key == turn_)
    tables_.at(std::size_t(policy)).append(rows);
  else
    hold(own, policy, std::move(rows));
  while (!waiting_.empty() && waiting_.begin()->first == turn_ &&
         whole(turn_, waiting_.begin()->second))
    next_turn();
}

void RowsInTurn::hold(Sample& sample, int policy, RunRows&& rows) {
  Held held{policy, std::move(rows), {}};
  std::size_t const bytes = held.rows.bytes();
  if (held_bytes_ + bytes <= most_held) {
    held_bytes_ += bytes;
  } else {
    for (std::size_t t = 0; t < run_tables.size(); ++t) {
      auto const of_table = (held.rows.*run_tables[t]).bytes();
      held.spilled[t] = {spill_.append(of_table), of_table.size()};
    }
    held.rows = {};
  }
  sample.held.push_back(std::move(held));
}

/// What the sample has held back.
void RowsInTurn::write(Sample& sample) {
  for (Held& held : sample.held) {
    held_bytes_ -= held.rows.bytes();
    for (std::size_t t = 0; t < run_tables.size(); ++t) {
      auto const [begin, bytes] = held.spilled[t];
      if (bytes == 0) continue;
      std::vector<char> read(bytes);
      spill_.read(begin, read);
      spill_.release(begin, bytes);
      held.rows.*run_tables[t] = Rows(std::move(read));
    }
    tables_.at(std::size_t(held.policy)).append(held.rows);
    held.rows = {};
  }
  sample.held.clear();
}

void RowsInTurn::next_turn() {
  waiting_.erase(turn_);
  if (++turn_.second == samples_) turn_ = {turn_.first + 1, 0};
  for (PolicyTables& tables : tables_) tables.mark();
  if (auto const at = waiting_.find(turn_); at != waiting_.end()) write(at->second);
}

void RowsInTurn::finish() {
  for (PolicyTables& tables : tables_) tables.rewind();
  for (auto& [key, sample] : waiting_)
    if (whole(key, sample)) write(sample);
  waiting_.clear();
}

}  // namespace fairslot::record
