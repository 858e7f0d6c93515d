/// The rules of this folder's keys, as host/scenario/rules.hpp and writer.hpp have them of theirs.
#pragma once

#include <string>
#include <vector>

#include "host/scenario/rules.hpp"
#include "host/stages/describe.hpp"

namespace fairslot::stages {

scenario::Allowed allowed(StageList);
scenario::Allowed allowed(Schedulers);
scenario::Allowed allowed(SwimName);
scenario::Allowed allowed(SweptKey);
scenario::Allowed allowed(PublishedRanges);

void read(scenario::Value const&, std::string const& key, StageRows& field, StageList);
void read(scenario::Value const&, std::string const& key, std::vector<SchedulerName>& field,
          Schedulers);
void read(scenario::Value const&, std::string const& key, std::vector<std::string>& field,
          Schedulers);
void read(scenario::Value const&, std::string const& key, SwimSource& field, SwimName);
void read(scenario::Value const&, std::string const& key, std::string& field, SweptKey);
void read(scenario::Value const&, std::string const& key,
          std::vector<std::optional<Published>>& field, PublishedRanges);

inline bool is_required(StageRows const& field, StageList) { return field.empty(); }
inline bool is_required(std::string const& field, SweptKey) { return field.empty(); }

std::string text_of(StageRows const&, StageList);
std::string text_of(std::vector<SchedulerName> const&, Schedulers);
std::string text_of(std::vector<std::string> const&, Schedulers);
std::string text_of(SwimSource const&, SwimName);
std::string text_of(std::vector<std::optional<Published>> const&, PublishedRanges);

std::string standard_text(StageRows const&, StageList);
std::string standard_text(std::vector<SchedulerName> const&, Schedulers);
inline std::string standard_text(SwimSource const& source, SwimName) { return source.name; }

}  // namespace fairslot::stages
