/// Rows of a table before they are in a file, and what its columns are: free of HDF5, for every
/// producer of rows.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace fairslot::storage {

enum class ColumnType { i32, i64, f64, text };

struct Column {
  std::string name;
  ColumnType type;
  std::string unit = "";                 ///< "" where the column counts or names something
  std::size_t length = 0;                ///< bytes of a text, >= 1
  std::vector<std::string> states = {};  ///< names of its values from 0 on; empty: it has none
};
using Columns = std::vector<Column>;

std::size_t row_size(Columns const& columns);
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

}  // namespace fairslot::storage
