/// The main of every test: Kokkos runs for the life of the process, and FAIRSLOT_CASES=n makes each
/// property n times as many cases. RC_PARAMS (rapidcheck's own variable) wins: "seed=...
/// max_success=...".
#include <algorithm>
#include <cstdlib>
#include <string>

#include <gtest/gtest.h>

#include "kernels/simulation.hpp"

namespace {

/// A fixed seed, so that two runs of the suite do the same; a longer run tries other cases.
void configure_rapidcheck() {
  constexpr long cases = 100;
  char const* const more = std::getenv("FAIRSLOT_CASES");
  long const factor = more == nullptr ? 1 : std::max(1l, std::atol(more));
  std::string const parameters = "seed=" + std::to_string(20180110 + factor) +
                                 " max_success=" + std::to_string(cases * factor);
  setenv("RC_PARAMS", parameters.c_str(), 0);
}

}  // namespace

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  configure_rapidcheck();
  fairslot::Runtime const runtime;
  return RUN_ALL_TESTS();
}
