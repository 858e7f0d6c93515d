/// A table: one compound dataset, rows appended in order.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "host/record/hdf5.hpp"
#include "host/sha256.hpp"

namespace fairslot::record {

enum class ColumnType { i32, i64, f64, text };

struct Column {
  std::string name;
  ColumnType type;
  std::string unit = "";   ///< "" where the column counts or names something
  std::size_t length = 0;  ///< bytes of a text, >= 1
};
using Columns = std::vector<Column>;

std::size_t row_size(Columns const& columns);
/// As stored: little-endian and packed, so rows in memory have the file's bytes.
H5::CompType row_type(Columns const& columns);

/// The bytes that a column of these texts needs.
std::size_t longest(std::vector<std::string> const& texts);
Column text_column(std::string name, std::size_t length);

/// Rows packed as in the file: put() each column's value in turn.
class Rows {
 public:
  Rows() = default;
  explicit Rows(std::vector<char> bytes) : bytes_(std::move(bytes)) {}
  template <class T>
  requires(std::is_same_v<T, std::int32_t> || std::is_same_v<T, std::int64_t> ||
           std::is_same_v<T, double>) void put(T value) {
    char const* const bytes = reinterpret_cast<char const*>(&value);
    bytes_.insert(bytes_.end(), bytes, bytes + sizeof value);
  }
  template <class... T>
  requires(sizeof...(T) > 1) void put(T... values) { (put(values), ...); }
  void put_text(std::string_view text, std::size_t length) {
    bytes_.insert(bytes_.end(), text.begin(), text.begin() + std::min(length, text.size()));
    bytes_.resize(bytes_.size() + length - std::min(length, text.size()), '\0');
  }
  std::span<char const> bytes() const { return bytes_; }

 private:
  std::vector<char> bytes_;
};

/// Chunked, shuffled, deflated, each chunk with its checksum. Attributes: `units`, a text a column;
/// `sha256` of the rows' bytes, whatever the chunks. Written a chunk at a time, what is left in
/// close().
class Table {
 public:
  static constexpr std::size_t chunk_bytes = 256 * 1024;

  Table(H5::Group parent, std::string name, Columns columns);
  void append(Rows const& rows);
  void close();

  void mark();    ///< remembers where it stands
  void rewind();  ///< to the mark: later rows have never been

 private:
  struct Mark {
    hsize_t written = 0;
    std::vector<char> waiting;
    Sha256 hash;
  };
  void create(std::size_t rows_per_chunk);
  void write(std::size_t rows);

  H5::Group parent_;
  std::string name_;
  Columns columns_;
  std::size_t row_size_, chunk_;  // bytes, rows
  std::vector<char> waiting_;
  H5::DataSet dataset_;
  Sha256 hash_;
  hsize_t written_ = 0;
  bool created_ = false;
  Mark mark_;
};

void write_table(H5::Group parent, std::string name, Columns columns, Rows const& rows);

/// A dataset of one text, stored as a table is: one row without named columns.
void write_text(H5::Group parent, std::string const& name, std::string const& text);

}  // namespace fairslot::record
