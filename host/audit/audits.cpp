#include "host/audit/audits.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <stdexcept>

#include "host/audit/ef1.hpp"
#include "host/audit/ef1_j.hpp"
#include "host/audit/ef1_time.hpp"
#include "host/audit/envy.hpp"
#include "host/audit/maximality.hpp"
#include "host/audit/population.hpp"
#include "host/audit/repack.hpp"
#include "host/audit/resource.hpp"
#include "host/audit/si.hpp"
#include "host/audit/si_split.hpp"
#include "host/audit/sp.hpp"
#include "host/error.hpp"
#include "kernels/suggest.hpp"

namespace fairslot::audit {
namespace {

template <class... Audits>
struct Made {
  static constexpr std::array<Info, sizeof...(Audits)> infos = {Audits::info...};
  static constexpr std::array<std::unique_ptr<Audit> (*)(), sizeof...(Audits)> makers = {
      [] { return std::unique_ptr<Audit>(std::make_unique<Audits>()); }...};
};

using All = Made<       //
    SharingIncentive,   //
    SplitIncentive,     //
    Maximality,         //
    EnvyUpToOwn,        //
    EnvyUpToOther,      //
    EnvyOverTime,       //
    Envy,               //
    Repack,             //
    StrategyProofness,  //
    Population,         //
    ResourceGrowth>;

std::size_t index_of(std::string_view name) {
  auto const at = std::ranges::find(All::infos, name, &Info::name);
  if (at == All::infos.end()) throw std::logic_error(fmt::format("no audit {}", name));
  return static_cast<std::size_t>(at - All::infos.begin());
}

}  // namespace

std::span<Info const> infos() { return All::infos; }
Info const& info_of(std::string_view name) { return All::infos[index_of(name)]; }
std::unique_ptr<Audit> make_audit(std::string_view name) { return All::makers[index_of(name)](); }

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
