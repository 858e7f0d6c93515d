/// A table: one compound dataset, rows appended in order.
#pragma once

#include <string>
#include <vector>

#include "host/record/hdf5.hpp"
#include "host/record/rows.hpp"
#include "host/sha256.hpp"

namespace fairslot::record {

/// As stored: little-endian and packed, so rows in memory have the file's bytes.
H5::CompType row_type(Columns const& columns);

/// Chunked, shuffled, deflated, each chunk with its checksum. Attributes: `units`, a text a column;
/// a column's name, where its values have names; `sha256` of the rows' bytes, whatever the chunks.
/// Written a chunk at a time, what is left in close().
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
