/// Tables of numbers that anybody has written as HDF5: by pandas, h5py or another program.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace fairslot::record {

/// A dataset of one dimension whose elements have named numbers, of whatever type. Functions throw
/// InputError where it is another one, or cannot be read; threads may take turns.
class NumberTable {
 public:
  NumberTable(std::string const& path, std::string const& name);
  ~NumberTable();
  NumberTable(NumberTable const&) = delete;
  NumberTable& operator=(NumberTable const&) = delete;

  std::vector<std::string> const& columns() const;
  std::size_t rows() const;
  /// Row by row, a number a column.
  std::vector<double> read(std::size_t first, std::size_t count) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace fairslot::record
