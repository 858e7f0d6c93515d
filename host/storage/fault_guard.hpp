/// Faults of the HDF5 library itself, in files whose own structures are damaged.
#pragma once

#include <string>

namespace fairslot::storage {

/// Files of HDF5's oldest format have no checksums of their structures, and HDF5 1.10 divides by
/// what it finds there, or reads where it points. While this lives such a fault ends the program
/// with this line and exit code 2. One at a time: under hdf5_turn().
class FaultGuard {
 public:
  explicit FaultGuard(std::string const& line);
  ~FaultGuard();
  FaultGuard(FaultGuard const&) = delete;
  FaultGuard& operator=(FaultGuard const&) = delete;
};

}  // namespace fairslot::storage
