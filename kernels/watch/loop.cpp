// Compiled without vectors, which leaves its functions names of their own.
#include "kernels/advance.hpp"
#include "kernels/watch/slot.hpp"

namespace fairslot {
inline namespace FAIRSLOT_ISA {

extern WatchTable const watch_table;
WatchTable const watch_table = {{nullptr, watch::slot<1>, watch::slot<2>, watch::slot<3>,
                                 watch::slot<4>, watch::slot<5>, watch::slot<6>, watch::slot<7>,
                                 watch::slot<8>}};

}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
