/// What the kernels were built with. Free of Kokkos.
#pragma once

#include <string>

namespace fairslot {

std::string backends();        ///< Kokkos' back ends in this program, e.g. "OpenMP, Serial"
std::string kokkos_version();  ///< "5.0.2"

}  // namespace fairslot
