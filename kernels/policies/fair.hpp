#pragma once

#include "kernels/policy.hpp"

namespace fairslot {
inline namespace FAIRSLOT_ISA {

/// Shares of one resource, users below their minimum share first: Hadoop's fair scheduler, a
/// baseline of Zhou et al. 2020.
struct Fair {
  static constexpr Description info = {
      .name = "fair",
      .lowest = "share a = U_r/R_r of one resource over w; who has less than its min comes first",
      .source = "Zhou et al. 2020, a baseline: Hadoop's fair scheduler",
      .remembers = "nothing",
      .claims = "none"};
  struct Options {
    Memory memory;
    std::int64_t resource;
  };
  static constexpr OptionInfo options[] = {
      option::memory, {"resource", option::ResourceIndex{1}, "which resource is shared fairly"}};

  static constexpr Traits traits(Options const& o) {
    return {.slot_memory = o.memory == Memory::slot};
  }

  template <int K, class User>
  FAIRSLOT_FUNCTION static auto share(User const& user, Options const& o) {
    using lanes::all, lanes::where_less;
    using Number = typename User::Number;
    auto const r = static_cast<int>(o.resource);
    auto const total = static_cast<double>(user.p.totals[r]);
    Number const part = total == 0.0 ? all<Number>(0.0) : user.usage(r) / all<Number>(total);
    Number const least = user.of(user.p.minimum);
    return where_less(part, least, part / least - all<Number>(1.0), part / user.weight());
  }
};

}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
