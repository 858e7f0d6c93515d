#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <stdexcept>

#include "host/audit/audits.hpp"
#include "host/audit/list.hpp"
#include "host/error.hpp"
#include "kernels/suggest.hpp"

namespace fairslot::audit {
namespace {

template <class... Audits>
struct InfosOf {
  static constexpr std::array<Info, sizeof...(Audits)> all = {Audits::info...};
};
using Infos = OfAll<InfosOf>;

}  // namespace

std::span<Info const> infos() { return Infos::all; }

Info const& info_of(std::string_view name) {
  auto const at = std::ranges::find(Infos::all, name, &Info::name);
  if (at == Infos::all.end()) throw std::logic_error(fmt::format("no audit {}", name));
  return *at;
}

void require_audit(std::string const& place, std::string_view name) {
  std::vector<std::string> names;
  for (Info const& info : infos()) names.emplace_back(info.name);
  if (std::ranges::count(names, name)) return;
  std::string const nearest = nearest_name(name, names);
  throw InputError(fmt::format("{}: \"{}\" is not allowed (allowed: {}){}", place, shown(name),
                               fmt::join(names, ", "),
                               nearest.empty() ? "" : fmt::format("; did you mean {}?", nearest)));
}

std::vector<std::string> standard_audits() {
  std::vector<std::string> names;
  for (Info const& info : infos())
    if (info.is_standard) names.emplace_back(info.name);
  return names;
}

}  // namespace fairslot::audit
