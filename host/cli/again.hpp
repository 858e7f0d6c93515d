/// Runs of a results file again: what they were of, and that they come to what the file says.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>

#include "host/record/stored_result.hpp"
#include "host/record/stored_rows.hpp"
#include "host/scenario/scenario.hpp"
#include "host/statistics/summary.hpp"

namespace fairslot::cli {

/// Where the files lie that the scenario names: the results may have come from another machine.
std::string folder_of(std::string const& path, record::StoredSource const& source);

/// What the file's runs were of.
class Source {
 public:
  /// Throws InputError, one line.
  Source(std::string const& path, record::StoredSetup const& setup);

  /// The same one while the same is asked for.
  std::shared_ptr<Problem const> problem(int point, std::int64_t sample);
  Policy policy(std::string const& name, std::int64_t sample) const;
  List<statistics::SweepPoint> points() const;

  /// What a run made again has to record to be compared.
  Recording recording() const;
  /// Throws NotAgain.
  void require_same(record::StoredSetup::Run const& stored, Problem const& problem,
                    RunResult const& run);

 private:
  std::string path_;
  std::vector<std::string> policies_, resources_;
  record::RunTables tables_;                                           // that are compared
  std::map<int, std::map<record::RunAt, record::RowsDigest>> stored_;  // by policy
  std::shared_ptr<Problem const> problem_, drawn_;
  std::pair<int, std::int64_t> drawn_at_;
  List<scenario::Point> points_;
};

/// A run came to something else than the file says: exit code 4.
struct NotAgain {
  std::string line;
};
/// `whose`: "policy tsf"; `what`: differs.
NotAgain not_again(std::string const& path, std::string const& whose, record::RunAt at,
                   std::string const& what);

}  // namespace fairslot::cli
