#include "host/record/table.hpp"

#include <algorithm>
#include <stdexcept>

namespace fairslot {
namespace {

constexpr std::size_t chunk_bytes = 256 * 1024;

std::size_t size_of(Column const& column) {
  if (column.type == ColumnType::text) return column.length;
  return column.type == ColumnType::i32 ? 4 : 8;
}

H5::DataType type_of(Column const& column) {
  switch (column.type) {
    case ColumnType::i32:
      return H5::PredType::STD_I32LE;
    case ColumnType::i64:
      return H5::PredType::STD_I64LE;
    case ColumnType::f64:
      return H5::PredType::IEEE_F64LE;
    case ColumnType::text:
      break;
  }
  H5::StrType text(H5::PredType::C_S1, column.length);
  text.setCset(H5T_CSET_UTF8);
  text.setStrpad(H5T_STR_NULLPAD);
  return text;
}

/// Packed: rows in memory and in the file have the same bytes (on a little-endian machine).
H5::CompType row_type(Columns const& columns) {
  H5::CompType type(row_size(columns));
  std::size_t offset = 0;
  for (Column const& column : columns) {
    type.insertMember(column.name, offset, type_of(column));
    offset += size_of(column);
  }
  return type;
}

}  // namespace

std::size_t row_size(Columns const& columns) {
  std::size_t size = 0;
  for (Column const& column : columns) size += size_of(column);
  return size;
}

std::size_t longest(std::vector<std::string> const& texts) {
  std::size_t length = 1;
  for (std::string const& text : texts) length = std::max(length, text.size());
  return length;
}

Column text_column(std::string name, std::size_t length) {
  return {std::move(name), ColumnType::text, "", length};
}

Table::Table(H5::Group parent, std::string name, Columns columns)
    : parent_(std::move(parent)),
      name_(std::move(name)),
      columns_(std::move(columns)),
      row_size_(row_size(columns_)),
      chunk_(std::max<std::size_t>(1, chunk_bytes / row_size_)) {}

void Table::append(Rows const& rows) {
  if (rows.bytes().size() % row_size_ != 0)
    throw std::logic_error("rows do not fit table " + name_);
  waiting_.insert(waiting_.end(), rows.bytes().begin(), rows.bytes().end());
  std::size_t const whole = waiting_.size() / row_size_ / chunk_ * chunk_;
  if (whole > 0) write(whole);
}

void Table::close() {
  std::size_t const rows = waiting_.size() / row_size_;
  if (!created_) create(std::max<std::size_t>(1, rows));
  if (rows > 0) write(rows);
  dataset_.close();
}

void Table::create(std::size_t rows_per_chunk) {
  H5::DSetCreatPropList properties;
  H5Pset_obj_track_times(properties.getId(), false);  // equal runs make equal files
  hsize_t const chunk = rows_per_chunk, none = 0, unlimited = H5S_UNLIMITED;
  properties.setChunk(1, &chunk);
  properties.setShuffle();
  properties.setDeflate(1);
  H5::DataSpace const space(1, &none, &unlimited);
  dataset_ = parent_.createDataSet(name_, row_type(columns_), space, properties);
  created_ = true;
  std::vector<std::string> units;
  for (Column const& column : columns_) units.push_back(column.unit);
  set_attribute(dataset_, "units", units);
}

void Table::write(std::size_t rows) {
  if (!created_) create(chunk_);
  hsize_t const first = written_, count = rows, end = first + count;
  dataset_.extend(&end);
  H5::DataSpace const memory(1, &count);
  H5::DataSpace file = dataset_.getSpace();
  file.selectHyperslab(H5S_SELECT_SET, &count, &first);
  dataset_.write(waiting_.data(), row_type(columns_), memory, file);
  waiting_.erase(waiting_.begin(),
                 waiting_.begin() + static_cast<std::ptrdiff_t>(rows * row_size_));
  written_ = end;
}

void write_table(H5::Group parent, std::string name, Columns columns, Rows const& rows) {
  Table table(std::move(parent), std::move(name), std::move(columns));
  table.append(rows);
  table.close();
}

std::vector<char> read_rows(H5::Group const& parent, std::string const& name,
                            Columns const& columns) {
  H5::DataSet const dataset = parent.openDataSet(name);
  H5::CompType const stored = dataset.getCompType();
  for (Column const& column : columns) stored.getMemberIndex(column.name);
  auto const rows = static_cast<std::size_t>(dataset.getSpace().getSimpleExtentNpoints());
  std::vector<char> bytes(rows * row_size(columns));
  if (rows > 0) dataset.read(bytes.data(), row_type(columns));
  return bytes;
}

}  // namespace fairslot
