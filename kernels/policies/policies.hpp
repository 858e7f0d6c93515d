/// The list of policies. A new one: its header here, its line in the list.
#pragma once

#include <type_traits>

#include "kernels/policies/cdrf.hpp"
#include "kernels/policies/drf.hpp"
#include "kernels/policies/drfh.hpp"
#include "kernels/policies/fifo.hpp"
#include "kernels/policies/tsf.hpp"
#include "kernels/policies/tvtsf.hpp"

namespace fairslot::inline FAIRSLOT_ISA {

template <SchedulingPolicy... P>
struct PolicyList {
  static constexpr int size = sizeof...(P);

  /// The number of a policy in the list.
  template <class Wanted>
  FAIRSLOT_FUNCTION static constexpr int kind_of() {
    int i = 0;
    (void)((std::is_same_v<P, Wanted> || (++i, false)) || ...);
    return i;
  }

  /// The share of a user under the policy of this kind.
  template <int K>
  FAIRSLOT_FUNCTION static double share(int kind, UserView<K> const& user, Options const& options) {
    double result = 0.0;
    int i = 0;
    ((kind == i++ ? (void)(result = P::template share<K>(user, options)) : (void)0), ...);
    return result;
  }

  static Traits traits(int kind, Options const& options) {
    Traits result;
    int i = 0;
    ((kind == i++ ? (void)(result = P::traits(options)) : (void)0), ...);
    return result;
  }

  static constexpr PolicyInfo infos[] = {P::info...};
};

using Policies = PolicyList<TvTsf, Tsf, Cdrf, Drf, Drfh, Fifo>;

}  // namespace fairslot::inline FAIRSLOT_ISA
