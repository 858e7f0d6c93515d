#include "host/record/policy_tables.hpp"

namespace fairslot::record {

PolicyTables::PolicyTables(H5::Group group, std::vector<std::string> const& resources,
                           Recorder::Tables which)
    : runs_(group, "runs", runs_columns(resources)),
      jobs_(group, "jobs", jobs_columns()),
      users_(group, "users", users_columns()) {
  if (which.slots) slots_.emplace(group, "slots", slots_columns(resources));
  if (which.picks) picks_.emplace(group, "picks", picks_columns());
}

void PolicyTables::append(RunRows const& rows) {
  runs_.append(rows.runs);
  jobs_.append(rows.jobs);
  users_.append(rows.users);
  if (slots_) slots_->append(rows.slots);
  if (picks_) picks_->append(rows.picks);
}

template <class F>
void PolicyTables::for_each(F visit) {
  for (Table* const table : {&runs_, &jobs_, &users_}) visit(*table);
  if (slots_) visit(*slots_);
  if (picks_) visit(*picks_);
}

void PolicyTables::mark() {
  for_each([](Table& table) { table.mark(); });
}
void PolicyTables::rewind() {
  for_each([](Table& table) { table.rewind(); });
}
void PolicyTables::close() {
  for_each([](Table& table) { table.close(); });
}

}  // namespace fairslot::record
