#include "host/storage/table.hpp"

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <utility>

#include "host/storage/packed_chunk.hpp"

namespace fairslot::storage {
namespace {

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
  return text_type(column.length);
}

H5::DSetCreatPropList properties_of(hsize_t rows_per_chunk, bool deflated = true) {
  H5::DSetCreatPropList properties;
  H5Pset_obj_track_times(properties.getId(), false);  // equal runs make equal files
  properties.setChunk(1, &rows_per_chunk);
  if (deflated) {
    properties.setShuffle();
    properties.setDeflate(1);
  }
  properties.setFletcher32();
  return properties;
}

std::string_view view_of(std::span<char const> bytes) { return {bytes.data(), bytes.size()}; }

}  // namespace

H5::CompType row_type(Columns const& columns) {
  H5::CompType type(row_size(columns));
  std::size_t offset = 0;
  for (Column const& column : columns) {
    type.insertMember(column.name, offset, type_of(column));
    offset += size_of(column);
  }
  return type;
}

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

Table::Table(H5::Group const& parent, std::string name, Columns columns, Packing packing)
    : parent_(parent),
      name_(std::move(name)),
      columns_(std::move(columns)),
      packing_(packing),
      row_size_(std::max<std::size_t>(1, row_size(columns_))),
      chunk_(std::max<std::size_t>(1, chunk_bytes / row_size_)) {}

void Table::append(Rows const& rows) {
  if (rows.bytes().size() % row_size_ != 0)
    throw std::logic_error("rows do not fit table " + name_);
  std::size_t const size = chunk_ * row_size_;
  std::span<char const> bytes = rows.bytes();
  auto const keep = [&](std::size_t count) {
    waiting_.insert(waiting_.end(), bytes.begin(),
                    bytes.begin() + static_cast<std::ptrdiff_t>(count));
    bytes = bytes.subspan(count);
  };
  if (!waiting_.empty()) keep(std::min(bytes.size(), size - waiting_.size()));
  if (waiting_.size() == size) put(waiting_), waiting_.clear();
  if (bytes.size() >= size) {
    std::size_t const whole = bytes.size() / size * size;
    put(bytes.first(whole));
    bytes = bytes.subspan(whole);
  }
  keep(bytes.size());
}

/// Whole chunks: no copy of them is kept.
void Table::put(std::span<char const> chunks) {
  packing_.deflated&& packing_.packers > 0 ? pack(chunks) : write(chunks);
}

void Table::close() {
  write_packed(0);
  if (!created_) create(std::max<std::size_t>(1, waiting_.size() / row_size_));
  if (!waiting_.empty()) write(waiting_);
  set_attribute(dataset_, "sha256", hash_.hex());
  dataset_.close();
}

void Table::mark() {
  hsize_t given = written_;
  for (Packed const& chunk : packed_) given += chunk.rows;
  mark_ = {given, waiting_, hash_};
}

void Table::rewind() {
  write_packed(0);
  if (created_ && mark_.written == 0) {  // as if it had never been: its chunks may become smaller
    dataset_.close();
    parent_.unlink(name_);
    created_ = false;
  } else if (written_ > mark_.written) {
    if (H5Dset_extent(dataset_.getId(), &mark_.written) < 0)
      throw H5::DataSetIException("Table::rewind", "H5Dset_extent failed");
  }
  written_ = mark_.written, waiting_ = mark_.waiting, hash_ = mark_.hash;
}

void Table::create(std::size_t rows_per_chunk) {
  hsize_t const none = 0, unlimited = H5S_UNLIMITED;
  H5::DataSpace const space(1, &none, &unlimited);
  H5::DSetAccPropList access;
  access.setChunkCache(0, 0, 1);  // chunks are written whole: nothing to keep
  dataset_ = parent_.createDataSet(name_, row_type(columns_), space,
                                   properties_of(rows_per_chunk, packing_.deflated), access);
  created_ = true;
  std::vector<std::string> units;
  for (Column const& column : columns_) units.push_back(column.unit);
  set_attribute(dataset_, "units", units);
  for (Column const& column : columns_)
    if (!column.states.empty()) set_attribute(dataset_, column.name, column.states);
}

void Table::write(std::span<char const> rows) {
  if (!created_) create(chunk_);
  hsize_t const first = written_, count = rows.size() / row_size_, end = first + count;
  dataset_.extend(&end);
  H5::DataSpace const memory(1, &count);
  H5::DataSpace file = dataset_.getSpace();
  file.selectHyperslab(H5S_SELECT_SET, &count, &first);
  dataset_.write(rows.data(), row_type(columns_), memory, file);
  hash_.add(view_of(rows));
  written_ = end;
}

/// Given to packers, who hold so many chunks at most.
void Table::pack(std::span<char const> chunks) {
  if (!created_) create(chunk_);
  std::size_t const size = chunk_ * row_size_;
  for (; !chunks.empty(); chunks = chunks.subspan(size)) {
    pack_rows({chunks.begin(), chunks.begin() + static_cast<std::ptrdiff_t>(size)}, chunk_);
    write_packed(packing_.packers);
  }
}

void Table::pack_rest() {
  constexpr std::size_t few = 4096;  // bytes, deflated sooner than a thread starts
  if (!packing_.deflated || waiting_.size() < few) return;
  std::size_t const count = waiting_.size() / row_size_;
  if (!created_) create(count);
  pack_rows(std::exchange(waiting_, {}), count);
}

/// All of a chunk, or the last of them, which is stored as long as the others.
void Table::pack_rows(std::vector<char> rows, std::size_t count) {
  hash_.add(view_of(rows));
  if (written_ > 0 || !packed_.empty()) rows.resize(chunk_ * row_size_);
  // Shared: where no thread starts, a moved function would be called without its rows.
  auto const pack = [shared = std::make_shared<std::vector<char> const>(std::move(rows)),
                     size = row_size_] { return packed_chunk(*shared, size); };
  packed_.push_back({count, std::async(std::launch::async | std::launch::deferred, pack)});
}

/// Writes what packers have had longest, until `left` chunks are left to them.
void Table::write_packed(std::size_t left) {
  for (; packed_.size() > left; packed_.pop_front()) {
    std::vector<char> const bytes = packed_.front().bytes.get();
    hsize_t const first = written_;
    written_ += packed_.front().rows;
    dataset_.extend(&written_);
    if (H5Dwrite_chunk(dataset_.getId(), H5P_DEFAULT, 0, &first, bytes.size(), bytes.data()) < 0)
      throw H5::DataSetIException("Table::write_packed", "H5Dwrite_chunk failed");
  }
}

void write_table(H5::Group const& parent, std::string name, Columns columns, Rows const& rows) {
  Table table(parent, std::move(name), std::move(columns));
  table.append(rows);
  table.close();
}

void write_text(H5::Group const& parent, std::string const& name, std::string const& text) {
  H5::StrType const type = text_type(std::max<std::size_t>(1, text.size()));
  hsize_t const one = 1;
  H5::DataSet dataset =
      parent.createDataSet(name, type, H5::DataSpace(1, &one), properties_of(one));
  dataset.write(text.c_str(), type);
  set_attribute(dataset, "sha256", sha256({text.c_str(), type.getSize()}));
}

}  // namespace fairslot::storage
