// Compiled once for each instruction set (CMakeLists.txt). May use nothing whose name does not tell
// the instruction set: the linker keeps one function of a name.
#include "kernels/advance.hpp"
#include "kernels/slot_loop.hpp"

namespace fairslot::inline FAIRSLOT_ISA {

extern AdvanceTable const advance_table;
AdvanceTable const advance_table = {{nullptr, advance<1>, advance<2>, advance<3>, advance<4>,
                                     advance<5>, advance<6>, advance<7>, advance<8>}};

}  // namespace fairslot::inline FAIRSLOT_ISA
