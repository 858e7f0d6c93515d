/// Runs as tables of a results file: /stages/SCHEDULER/tasks, jobs, samples, decisions,
/// metrics, summary, gains. Time spent computing is no part of them: equal runs make equal tables.
#pragma once

#include "host/record/header.hpp"
#include "host/record/sink.hpp"
#include "host/record/stored_rows.hpp"
#include "host/stages/summary.hpp"

namespace fairslot::stages {

record::ResultHeader header_of(ScenarioFile const&, int threads);
record::Sink sink_of(Scenario const&);

/// Rows of one run, a value a table.
std::vector<record::Rows> rows_of(std::int32_t point, std::int32_t sample, Instance const&,
                                  Outcome const&, Metrics const&);
/// Tables with them, to be compared with those of a file.
std::vector<record::TableAgain> tables_again(Scenario const&, std::vector<record::Rows> rows);
/// Rows of what all samples have come to, of one scheduler.
std::vector<record::Rows> rows_of(Summary const&, std::size_t scheduler);

}  // namespace fairslot::stages
