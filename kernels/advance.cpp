#include "kernels/advance.hpp"

#include <cstdlib>
#include <string>

#include "kernels/policy_spec.hpp"
#include "kernels/shown.hpp"
#include "kernels/suggest.hpp"

namespace fairslot {

namespace portable {
extern AdvanceTable const advance_table;
extern WatchTable const watch_table;
}  // namespace portable
namespace avx512 {
extern AdvanceTable const advance_table;
}

namespace {

struct Variant {
  std::string_view name;
  AdvanceTable const* table;
};

/// Best first.
std::vector<Variant> usable_variants() {
  std::vector<Variant> usable;
#if FAIRSLOT_HAS_AVX512
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl"))
    usable.push_back({"avx512", &avx512::advance_table});
#endif
  usable.push_back({"portable", &portable::advance_table});
  return usable;
}

Variant choose() {
  std::vector<Variant> const usable = usable_variants();
  char const* const wanted = std::getenv("FAIRSLOT_SIMD");
  if (!wanted || !*wanted) return usable.front();
  std::vector<std::string_view> names;
  for (Variant const& variant : usable) {
    if (variant.name == wanted) return variant;
    names.push_back(variant.name);
  }
  throw PolicyError("FAIRSLOT_SIMD=" + shown(wanted) + " is not to be had here " +
                    choices(wanted, names));
}

Variant const& chosen() {
  static Variant const variant = choose();
  return variant;
}

}  // namespace

Advance advance_for(int resources) { return chosen().table->of[resources]; }
WatchSlot watch_for(int resources) { return portable::watch_table.of[resources]; }
std::string_view instruction_set() { return chosen().name; }

}  // namespace fairslot
