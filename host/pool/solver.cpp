#include "host/pool/solver.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "host/pool/fit.hpp"

namespace fairslot::pool {
namespace {

constexpr std::string_view what = "mechanism";
constexpr std::size_t mechanism_count = std::variant_size_v<Mechanism>;

template <std::size_t i>
constexpr MechanismInfo info_of() {
  using Own = std::variant_alternative_t<i, Mechanism>;
  MechanismInfo info{Own::name, Own::summary, Own::source, Own::claims, Own::takes, {}};
  if constexpr (requires { Own::options; }) info.options = Own::options;
  return info;
}
template <std::size_t... i>
constexpr std::array<MechanismInfo, mechanism_count> infos_of(std::index_sequence<i...>) {
  return {info_of<i>()...};
}
constexpr auto infos = infos_of(std::make_index_sequence<mechanism_count>{});

SpecInfo spec_info(int kind) {
  MechanismInfo const& info = infos[static_cast<std::size_t>(kind)];
  return {info.name, info.options};
}

Spec spec_of(std::string_view text) {
  std::vector<SpecInfo> list;
  for (MechanismInfo const& info : infos) list.push_back({info.name, info.options});
  return parse_spec(what, list, text);
}

template <std::size_t i = 0>
Mechanism make_mechanism(Spec const& spec, Values const& values) {
  if constexpr (i + 1 < mechanism_count)
    if (spec.kind != static_cast<int>(i)) return make_mechanism<i + 1>(spec, values);
  using Own = std::variant_alternative_t<i, Mechanism>;
  if constexpr (std::is_constructible_v<Own, Values const&>)
    return Own(values);
  else
    return Own();
}

}  // namespace

std::span<MechanismInfo const> mechanism_infos() { return infos; }

Solver::Solver(std::string_view text) : Solver(spec_of(text)) {}
Solver::Solver(Spec const& spec)
    : spec_(spec),
      mechanism_(make_mechanism(spec, Values(what, spec_info(spec.kind), spec.options))) {}

Answer Solver::solve(Instance const& instance, Steps steps) const {
  require_fit(info().name, info().takes, instance);
  return std::visit([&](auto const& own) { return own.solve(instance, steps); }, mechanism_);
}

std::string Solver::text() const { return canonical_spec(spec_info(spec_.kind), spec_.options); }

MechanismInfo const& Solver::info() const { return infos[static_cast<std::size_t>(spec_.kind)]; }

std::vector<Solver> solvers_of(
    std::vector<std::string> const& texts,
    std::function<void(std::size_t at, std::string const& problem)> const& refuse) {
  std::vector<Solver> solvers;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    try {
      solvers.emplace_back(texts[i]);
    } catch (SpecError const& error) {
      refuse(i, error.what());
    }
    names.push_back(solvers.back().text());
    if (std::ranges::count(names, names.back()) > 1) refuse(i, names.back() + " is given twice");
  }
  return solvers;
}

}  // namespace fairslot::pool
