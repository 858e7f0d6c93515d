// Compiled once for each instruction set (CMakeLists.txt). May use nothing whose name does not tell
// the instruction set: the linker keeps one function of a name.
#include "kernels/advance.hpp"
#include "kernels/executor/alone.hpp"
#include "kernels/loop.hpp"

namespace fairslot {
inline namespace FAIRSLOT_ISA {

template <int K>
void advance_alone(ProblemView const& p, RunState& s, std::int64_t budget) {
  advance<K>(executor::Alone(), p, s, budget);
}

extern AdvanceTable const advance_table;
AdvanceTable const advance_table = {{nullptr, advance_alone<1>, advance_alone<2>, advance_alone<3>,
                                     advance_alone<4>, advance_alone<5>, advance_alone<6>,
                                     advance_alone<7>, advance_alone<8>}};

}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
