#include "host/record/policy_tables.hpp"

namespace fairslot {

PolicyTables::PolicyTables(H5::Group group, std::vector<std::string> const& resources,
                           Recorder::Tables which, std::int64_t samples)
    : runs_(group, "runs", runs_columns()),
      jobs_(group, "jobs", jobs_columns()),
      users_(group, "users", users_columns()),
      samples_(samples) {
  if (which.slots) slots_.emplace(group, "slots", slots_columns(resources));
  if (which.picks) picks_.emplace(group, "picks", picks_columns());
}

void PolicyTables::add(int point, std::int64_t sample, RunRows&& rows) {
  early_.emplace(Key{point, sample}, std::move(rows));
  while (!early_.empty() && early_.begin()->first == next_) {
    write(early_.begin()->second);
    early_.erase(early_.begin());
    if (++next_.second == samples_) next_ = {next_.first + 1, 0};
  }
}

void PolicyTables::close() {
  for (auto const& [key, rows] : early_) write(rows);
  early_.clear();
  for (Table* const table : {&runs_, &jobs_, &users_}) table->close();
  if (slots_) slots_->close();
  if (picks_) picks_->close();
}

void PolicyTables::write(RunRows const& rows) {
  runs_.append(rows.runs);
  jobs_.append(rows.jobs);
  users_.append(rows.users);
  if (slots_) slots_->append(rows.slots);
  if (picks_) picks_->append(rows.picks);
}

}  // namespace fairslot
