/// A table: one compound dataset, rows appended in order.
#pragma once

#include <deque>
#include <future>
#include <span>
#include <string>
#include <vector>

#include "host/sha256.hpp"
#include "host/storage/hdf5.hpp"
#include "host/storage/rows.hpp"

namespace fairslot::storage {

/// As stored: little-endian and packed, so rows in memory have the file's bytes.
H5::CompType row_type(Columns const& columns);

/// How the chunks of a table are put down.
struct Packing {
  bool deflated = true;
  /// So many threads deflate chunks beside the caller, to the same bytes; 0, or where the machine
  /// starts no more threads: the caller does.
  std::size_t packers = 0;
};

/// Chunked, shuffled, deflated unless told otherwise, each chunk with its checksum. Attributes:
/// `units`, a text a column; a column's name, where its values have names; `sha256` of the rows'
/// bytes, whatever the chunks. Written a chunk at a time, what is left in close().
class Table {
 public:
  static constexpr std::size_t chunk_bytes = 256 * 1024;

  Table(H5::Group const& parent, std::string name, Columns columns, Packing packing = {});
  Table(Table&&) = default;
  void append(Rows const& rows);
  /// Has other threads deflate what is left, to the same bytes: of many tables at once, before the
  /// first of them is closed. After it there is close() only.
  void pack_rest();
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
  void put(std::span<char const> chunks);
  void write(std::span<char const> rows);
  void pack(std::span<char const> chunks);
  void pack_rows(std::vector<char> rows, std::size_t count);
  void write_packed(std::size_t left);

  H5::Group parent_;
  std::string name_;
  Columns columns_;
  Packing packing_;
  std::size_t row_size_, chunk_;  // bytes, rows
  std::vector<char> waiting_;     // less than a chunk
  H5::DataSet dataset_;
  Sha256 hash_;
  hsize_t written_ = 0;
  bool created_ = false;
  Mark mark_;
  struct Packed {
    std::size_t rows;
    std::future<std::vector<char>> bytes;
  };
  std::deque<Packed> packed_;  // chunks from row written_ on
};

void write_table(H5::Group const& parent, std::string name, Columns columns, Rows const& rows);

/// A dataset of one text, stored as a table is: one row without named columns.
void write_text(H5::Group const& parent, std::string const& name, std::string const& text);

}  // namespace fairslot::storage
