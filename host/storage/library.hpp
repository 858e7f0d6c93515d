/// The library behind this folder, for who may not include it.
#pragma once

#include <string>

namespace fairslot::storage {

std::string hdf5_version();  ///< of the library that is linked, e.g. "1.10.8"

}  // namespace fairslot::storage
