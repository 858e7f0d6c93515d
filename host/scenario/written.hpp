/// Where a scenario's keys were written, for what shows to be wrong only when its jobs are made.
#pragma once

#include <memory>
#include <string_view>

namespace fairslot::scenario {

struct Value;

/// The file's own words on the workload. No part of a scenario: any two are equal.
class Written {
 public:
  Written() = default;
  explicit Written(Value const& root);

  /// Throws InputError "place: key: problem"; without the place where nothing was written.
  [[noreturn]] void refuse(std::string_view key, std::string_view problem) const;

  bool operator==(Written const&) const { return true; }

 private:
  std::shared_ptr<Value const> document_;  ///< its table "workload" only
};

}  // namespace fairslot::scenario
