#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "host/error.hpp"
#include "host/traces/format.hpp"
#include "host/traces/formats/all.hpp"
#include "kernels/suggest.hpp"

namespace fairslot::traces {
namespace {

template <class List>
std::vector<std::string_view> names_of(List const& list) {
  std::vector<std::string_view> names;
  for (auto const& one : list) names.push_back(one.name);
  return names;
}

std::string did_you_mean(std::string const& nearest) {
  return nearest.empty() ? "" : fmt::format("; did you mean {}?", nearest);
}

}  // namespace

std::span<Format const> all_formats() {
  static std::vector<Format> const all = {
      formats::alibaba2017, formats::alibaba2018, formats::openb, formats::dlrm2025,
      formats::google2011,  formats::swf,         formats::sacct, formats::kubectl};
  return all;
}

Format const& format_of(std::string_view name) {
  auto const at = std::ranges::find(all_formats(), name, &Format::name);
  if (at != all_formats().end()) return *at;
  auto const names = names_of(all_formats());
  throw InputError(fmt::format("unknown format \"{}\" (allowed: {}){}", shown(name),
                               fmt::join(names, ", "), did_you_mean(nearest_name(name, names))));
}

Settings settings_of(Format const& format, std::vector<std::string> const& sets) {
  Settings settings;
  for (Setting const& setting : format.settings) settings.emplace(setting.name, setting.standard);
  auto const names = names_of(format.settings);
  for (std::string const& set : sets) {
    std::string const key = set.substr(0, set.find('='));
    if (key.size() == set.size())
      throw InputError(fmt::format("--set {}: no value (allowed: KEY=VALUE)", shown(set)));
    auto const at = settings.find(key);
    if (at == settings.end())
      throw InputError(
          fmt::format("--set {}: unknown key of {} (allowed: {}){}", shown(set), format.name,
                      names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", ")),
                      did_you_mean(nearest_name(key, names))));
    at->second = set.substr(key.size() + 1);
  }
  return settings;
}

}  // namespace fairslot::traces
