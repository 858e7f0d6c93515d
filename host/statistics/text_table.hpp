/// Columns of text side by side, each as wide as its widest cell.
#pragma once

#include <string>
#include <vector>

namespace fairslot::statistics {

class TextTable {
 public:
  enum class Align { left, right };
  struct Column {
    Align align = Align::right;
    std::size_t gap = 2;  ///< blanks before it, not before the first
  };

  explicit TextTable(std::vector<Column> columns) : columns_(std::move(columns)) {}

  /// A cell a column; those left out are empty.
  void add(std::vector<std::string> cells);
  /// Lines that begin with `indent`, without blanks at their ends.
  std::string text(std::string const& indent = "") const;

 private:
  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace fairslot::statistics
