/// A table read back: nothing of it is believed before it was looked at.
#pragma once

#include <cstring>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "host/storage/table.hpp"

namespace fairslot::storage {

/// A dataset as Table or write_text() make it. Functions throw FormatError where it is another one.
class StoredTable {
 public:
  StoredTable(H5::Group const& parent, std::string const& name);

  H5::DataSet const& dataset() const { return dataset_; }
  std::string const& place() const { return place_; }  ///< "/policies/tsf/jobs"

  std::size_t rows() const { return rows_; }
  std::size_t row_size() const { return type_.getSize(); }  ///< bytes
  /// Name and numpy's name of the type: ("point", "<i4"); one column without a name for a text.
  std::vector<std::pair<std::string, std::string>> const& columns() const { return columns_; }
  /// The length of a text column.
  std::size_t text_length(std::string const& column) const;
  /// Throws where the rows are not those that were written; reads all of them, a few at a time.
  void check() const;
  /// All rows, checked, packed as `columns` say, which must be this table's.
  std::vector<char> read(Columns const& columns) const;
  void require_columns(Columns const& columns) const;
  /// Some whole rows at a time; that they are as written is known at the end only.
  void read_rows(std::function<void(std::string_view rows)> const& body) const;

 private:
  using Body = std::function<void(std::string_view rows)>;
  void require_plain_storage() const;
  std::vector<std::pair<std::string, std::string>> read_columns() const;
  void for_each_block(Body const& body) const;

  std::string place_;
  H5::DataSet dataset_;
  H5::DataType type_;
  std::vector<std::pair<std::string, std::string>> columns_;
  std::size_t rows_;
};

/// Takes the values of packed rows one by one. Throws FormatError behind the last.
class RowReader {
 public:
  explicit RowReader(std::span<char const> bytes) : bytes_(bytes) {}
  bool done() const { return bytes_.empty(); }
  template <class T>
  T get() {
    T value;
    std::memcpy(&value, take(sizeof value).data(), sizeof value);
    return value;
  }
  std::string get_text(std::size_t length) {
    auto const bytes = take(length);
    std::string_view const text(bytes.data(), bytes.size());
    return std::string(text.substr(0, text.find('\0')));
  }

 private:
  std::span<char const> take(std::size_t size) {
    if (size > bytes_.size()) throw FormatError("a table ends too early");
    auto const taken = bytes_.first(size);
    bytes_ = bytes_.subspan(size);
    return taken;
  }

  std::span<char const> bytes_;
};

}  // namespace fairslot::storage
