/// The list of placements. A new one: its header here, its line in the list.
#pragma once

#include <tuple>
#include <type_traits>

#include "kernels/fits/best.hpp"
#include "kernels/fits/cosine.hpp"
#include "kernels/fits/dot.hpp"
#include "kernels/fits/first.hpp"
#include "kernels/fits/tightest.hpp"
#include "kernels/fits/worst.hpp"
#include "kernels/policy_spec.hpp"

namespace fairslot {
inline namespace FAIRSLOT_ISA {

template <class... F>
struct FitList {
  static constexpr int size = sizeof...(F);
  static constexpr FitInfo infos[] = {F::info...};
  static constexpr FitTraits traits[] = {F::traits...};
  static constexpr std::string_view names[] = {F::info.name...};

  template <class Wanted>
  static constexpr int index_of() {
    int i = 0;
    (void)((std::is_same_v<F, Wanted> || (++i, false)) || ...);
    return i;
  }

  /// What f(the placement) returns. The first of the list is part of the loop that asks.
  template <class Do>
  FAIRSLOT_FUNCTION static std::int32_t with(int fit, Do const& f) {
    return fit == 0 ? f(Usual{}) : with_any(fit, f);
  }

 private:
  using Usual = std::tuple_element_t<0, std::tuple<F...>>;

  template <class Do>
  FAIRSLOT_APART FAIRSLOT_FUNCTION static std::int32_t with_any(int fit, Do const& f) {
    std::int32_t result = 0;
    int i = 0;
    ((fit == i++ ? (void)(result = f(F{})) : (void)0), ...);
    return result;
  }
};

using Fits = FitList<fits::Best, fits::First, fits::Worst, fits::Tightest, fits::Dot, fits::Cosine>;

}  // namespace FAIRSLOT_ISA

namespace option {

/// Its values are those of Fits, in order.
inline constexpr OptionInfo fit = {"fit", Names{Fits::names}, "on which of the servers with room"};

/// The same with first fit in front: its value has to be looked up, see fit_of_first().
struct FirstFitFirst {
  std::string_view names[Fits::size];
  constexpr FirstFitFirst() : names{} {
    int const first = Fits::index_of<fits::First>();
    names[0] = Fits::names[first];
    for (int i = 0; i < Fits::size; ++i)
      if (i != first) names[i < first ? i + 1 : i] = Fits::names[i];
  }
};
inline constexpr FirstFitFirst first_fit_first;
inline constexpr OptionInfo fit_by_default_first = {"fit", Names{first_fit_first.names},
                                                    "on which of the servers with room"};

/// The index in Fits of a value of fit_by_default_first.
constexpr int fit_of_first(int value) {
  int const first = Fits::index_of<fits::First>();
  return value == 0 ? first : value <= first ? value - 1 : value;
}

}  // namespace option
}  // namespace fairslot
