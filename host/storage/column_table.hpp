/// A table that any program may have written: what columns it has, read as the reader wants them.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "host/storage/hdf5.hpp"
#include "host/storage/rows.hpp"

namespace fairslot::storage {

/// A compound dataset of one dimension. Functions throw FormatError where it is another one, or
/// cannot be read.
class ColumnTable {
 public:
  ColumnTable(H5::Group const& parent, std::string const& name);

  std::size_t rows() const { return rows_; }
  bool has(std::string const& column) const;
  /// Some whole rows at a time, packed as RowReader takes them: the columns that are wanted, in
  /// their order, integers of any type as int64, numbers of any type as double.
  void read(std::vector<std::string> const& integers, std::vector<std::string> const& reals,
            std::function<void(std::string_view rows)> const& body) const;

  /// All rows of a column of texts of a fixed length.
  std::vector<std::string> texts(std::string const& column) const;

 private:
  void require_plain_storage() const;
  void require_sound_columns() const;
  void require(std::string const& column, bool integer) const;

  std::string place_;
  H5::DataSet dataset_;
  std::size_t rows_ = 0;
};

}  // namespace fairslot::storage
