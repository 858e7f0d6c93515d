/// Named regions inside a run, for profilers. Free of Kokkos.
#pragma once

#include "kernels/macros.hpp"

namespace fairslot {

/// Where regions are reported to.
struct Regions {
  void (*push)(char const* name);
  void (*pop)();
};

inline namespace FAIRSLOT_ISA {

/// A region for the life of the object; none where `regions` is null or the code runs on a device.
class Region {
 public:
  FAIRSLOT_FUNCTION Region(Regions const* regions, [[maybe_unused]] char const* name)
      : regions_(regions) {
#if !defined(__CUDA_ARCH__)
    if (regions_) regions_->push(name);
#endif
  }
  FAIRSLOT_FUNCTION ~Region() {
#if !defined(__CUDA_ARCH__)
    if (regions_) regions_->pop();
#endif
  }
  Region(Region const&) = delete;
  Region& operator=(Region const&) = delete;

 private:
  Regions const* regions_;
};

}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
