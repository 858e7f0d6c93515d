#include "kernels/advance.hpp"

#include <cstdlib>
#include <string>

#include "kernels/policy_spec.hpp"
#include "kernels/shown.hpp"
#include "kernels/suggest.hpp"

namespace fairslot {

// What this library lacks (CMakeLists.txt) a program may hold besides; otherwise its address is
// null.
inline namespace portable {
#if FAIRSLOT_LACKS_PORTABLE
[[gnu::weak]]
#endif
extern AdvanceTable const advance_table;
}  // namespace portable
inline namespace avx512 {
#if FAIRSLOT_LACKS_AVX512
[[gnu::weak]]
#endif
extern AdvanceTable const advance_table;
}  // namespace avx512
namespace arrays {
extern WatchTable const watch_table;
}

namespace {

struct Variant {
  std::string_view name;
  AdvanceTable const* table;
};

bool has_avx512() {
#if defined(__x86_64__)
  return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
         __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl");
#else
  return false;
#endif
}

/// Best first.
std::vector<Variant> usable_variants() {
  std::vector<Variant> usable;
  if (has_avx512()) usable.push_back({"avx512", &avx512::advance_table});
  usable.push_back({"portable", &portable::advance_table});
  std::erase_if(usable, [](Variant const& variant) { return !variant.table; });
  if (usable.empty())
    throw PolicyError(
        "this program is for processors with AVX-512, which this one is not "
        "(build it here, or with FAIRSLOT_ARCH=x86-64-v3)");
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
WatchSlot watch_for(int resources) { return arrays::watch_table.of[resources]; }
std::string_view instruction_set() { return chosen().name; }

}  // namespace fairslot
