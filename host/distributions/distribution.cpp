#include "host/distributions/distribution.hpp"

#include <fmt/format.h>

#include <array>
#include <utility>
#include <vector>

namespace fairslot::distributions {
namespace {

constexpr std::string_view what = "distribution";
constexpr std::size_t law_count = std::variant_size_v<Law>;

template <std::size_t... i>
constexpr std::array<LawInfo, law_count> infos_of(std::index_sequence<i...>) {
  return {LawInfo{std::variant_alternative_t<i, Law>::name,
                  std::variant_alternative_t<i, Law>::summary,
                  std::variant_alternative_t<i, Law>::options}...};
}
constexpr auto infos = infos_of(std::make_index_sequence<law_count>{});

SpecInfo spec_info(int kind) {
  LawInfo const& info = infos[static_cast<std::size_t>(kind)];
  return {info.name, info.options};
}

std::string_view after_name(std::string_view text) {
  return text.substr(std::min(text.find(':') + 1, text.size()));
}

bool is_empirical(std::string_view text) {
  return text == Empirical::name || text.starts_with("empirical:");
}

Spec spec_of(std::string_view text) {
  std::vector<SpecInfo> list;
  for (LawInfo const& info : infos) list.push_back({info.name, info.options});
  return parse_spec(what, list, is_empirical(text) ? Empirical::name : text);
}

template <std::size_t i = 0>
Law make_law(std::string_view text, Spec const& spec, Values const& values) {
  using Own = std::variant_alternative_t<i, Law>;
  if constexpr (i + 1 < law_count)
    if (spec.kind != static_cast<int>(i)) return make_law<i + 1>(text, spec, values);
  if constexpr (std::is_same_v<Own, Empirical>)
    return Empirical(text == Empirical::name ? "" : after_name(text));
  else
    return Own(values);
}

Law make_law(std::string_view text, Spec const& spec) {
  Values const values(what, spec_info(spec.kind), spec.options);
  std::int64_t const least = values.integer_if_any(grid::least, 0),
                     most = values.integer_if_any(grid::most, most_value);
  if (least > most)
    throw SpecError("distribution " + quoted(text) + ": least=" + std::to_string(least) +
                    " is above most (allowed: 0 to " + std::to_string(most) + ")");
  return make_law<0>(text, spec, values);
}

}  // namespace

std::span<LawInfo const> laws() { return infos; }

std::string laws_markdown() {
  std::string out = "| distribution | option | allowed | meaning |\n| --- | --- | --- | --- |\n";
  for (LawInfo const& law : laws()) {
    out += fmt::format("| `{}` | | | {} |\n", law.name, law.summary);
    for (OptionInfo const& option : law.options)
      out += fmt::format("| | `{}` | {} | {} |\n", option.name, allowed_values(option),
                         option.summary);
  }
  return out;
}

Distribution::Distribution(std::string_view text) : Distribution(text, spec_of(text)) {}

Distribution::Distribution(std::string_view text, Spec const& spec)
    : spec_(spec), law_(make_law(text, spec)) {
  Values const values(what, spec_info(spec.kind), spec.options);
  least_ = values.integer_if_any(grid::least, 0);
  most_ = values.integer_if_any(grid::most, most_value);
  step_ = values.integer_if_any(grid::step, 1);
  size_ = (most_ - least_ + step_ - 1) / step_ + 1;
  std::visit(
      [this](auto const& law) {
        if constexpr (requires { law.size(); })
          least_ = law.least(), most_ = law.most(), size_ = law.size();
      },
      law_);
}

std::int64_t Distribution::quantile(double u) const {
  double const x = std::visit([u](auto const& law) { return law.quantile(u); }, law_);
  auto const least = static_cast<double>(least_), step = static_cast<double>(step_);
  if (x <= least) return least_;
  if (x >= static_cast<double>(most_)) return most_;
  auto const steps = static_cast<std::int64_t>((x - least) / step + 0.5);
  return std::min(least_ + step_ * steps, most_);
}

std::string Distribution::text() const {
  if (auto const* const own = std::get_if<Empirical>(&law_))
    return std::string(Empirical::name) + ":" + own->counts();
  return canonical_spec(spec_info(spec_.kind), spec_.options);
}

}  // namespace fairslot::distributions
