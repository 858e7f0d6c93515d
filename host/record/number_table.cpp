#include "host/record/number_table.hpp"

#include <fmt/format.h>

#include "host/error.hpp"
#include "host/input_file.hpp"
#include "host/record/tables.hpp"

namespace fairslot::record {

struct NumberTable::Impl {
  Impl(std::string const& file_path, std::string const& dataset_name)
      : path(file_path), name(dataset_name) {
    tried([&] {
      file = H5::H5File(path, H5F_ACC_RDONLY);
      dataset = open_dataset(file.openGroup("/"), name);
      H5::DataSpace const space = dataset.getSpace();
      if (dataset.getTypeClass() != H5T_COMPOUND || space.getSimpleExtentNdims() != 1)
        throw FormatError(fmt::format("/{} is no table with named columns", name));
      rows = static_cast<std::size_t>(space.getSimpleExtentNpoints());
      read_columns(dataset.getCompType());
    });
  }

  void read_columns(H5::CompType const& stored) {
    auto const count = static_cast<unsigned>(stored.getNmembers());
    for (unsigned c = 0; c < count; ++c) {
      columns.push_back(stored.getMemberName(c));
      H5T_class_t const kind = stored.getMemberClass(c);
      if (kind != H5T_INTEGER && kind != H5T_FLOAT)
        throw FormatError(fmt::format("/{}'s {} is no number", name, shown(columns.back())));
    }
    row = H5::CompType(count * sizeof(double));
    for (unsigned c = 0; c < count; ++c)
      row.insertMember(columns[c], c * sizeof(double), H5::PredType::NATIVE_DOUBLE);
  }

  /// What HDF5 and the file say against it, as one line.
  template <class Body>
  void tried(Body const& body) const {
    std::string reason;
    std::lock_guard const lock(hdf5_turn());
    listen_to_hdf5();
    try {
      return body();
    } catch (H5::Exception const& error) {
      reason = hdf5_reason(error, "it is not HDF5, or damaged");
    } catch (FormatError const& error) {
      reason = error.what();
    }
    throw InputError(fmt::format("{}: cannot be read ({})", shown_path(path), reason));
  }

  std::string path, name;
  H5::H5File file;
  H5::DataSet dataset;
  H5::CompType row;
  std::vector<std::string> columns;
  std::size_t rows = 0;
};

NumberTable::NumberTable(std::string const& path, std::string const& name) {
  require_plain_input(path);
  impl_ = std::make_unique<Impl>(path, name);
}
NumberTable::~NumberTable() = default;

std::vector<std::string> const& NumberTable::columns() const { return impl_->columns; }
std::size_t NumberTable::rows() const { return impl_->rows; }

std::vector<double> NumberTable::read(std::size_t first, std::size_t count) const {
  std::vector<double> numbers(count * impl_->columns.size());
  hsize_t const begin = first, length = count;
  impl_->tried([&] {
    H5::DataSpace const memory(1, &length);
    H5::DataSpace file = impl_->dataset.getSpace();
    file.selectHyperslab(H5S_SELECT_SET, &length, &begin);
    if (count > 0) impl_->dataset.read(numbers.data(), impl_->row, memory, file);
  });
  return numbers;
}

}  // namespace fairslot::record
