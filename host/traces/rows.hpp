/// Rows of a text with columns, from an Input: the only file that includes the CSV library.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <libfccp/csv.h>

#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "host/error.hpp"
#include "host/traces/bad_row.hpp"
#include "host/traces/fields.hpp"
#include "host/traces/input.hpp"

namespace fairslot::traces {

/// An Input as the library wants it.
class InputBytes : public io::ByteSourceBase {
 public:
  explicit InputBytes(Input& input) : input_(input) {}
  int read(char* buffer, int size) override {
    return static_cast<int>(input_.read(buffer, static_cast<std::size_t>(size)));
  }

 private:
  Input& input_;
};

/// Says what the library has against the whole file.
template <class Body>
auto in_good_words(Input const& input, Body const& body) try {
  return body();
} catch (io::error::line_length_limit_exceeded const& error) {
  throw InputError(fmt::format("{}:{}: a line of more than 16 MiB", input.name(), error.file_line));
} catch (io::error::duplicated_column_in_header const& error) {
  throw InputError(fmt::format("{}:1: two columns {}", input.name(), shown(error.column_name)));
} catch (io::error::escaped_string_not_closed const&) {
  throw InputError(fmt::format("{}:1: a quote is not closed", input.name()));
}

/// Rows of `n` columns. `Quotes`: what separates them, and how what is between quotes is read.
template <unsigned n, class Quotes = io::double_quote_escape<',', '"'>>
class ColumnRows {
 public:
  using Columns = std::array<std::string_view, n>;

  /// The first line names columns, in any order, and others; the first `needed` are there.
  ColumnRows(Input& input, Columns const& names, std::size_t needed = n)
      : ColumnRows(input, names, needed, std::make_index_sequence<n>()) {}

  /// Without a line of names: the columns as they are given.
  static ColumnRows without_header(Input& input, Columns const& names) {
    return ColumnRows(input, names, std::make_index_sequence<n>());
  }

  /// False at the end. Throws BadRow for a line of other columns.
  bool next() {
    return in_good_words(input_, [&] { return read(std::make_index_sequence<n>()); });
  }
  std::int64_t line() const { return reader_->get_file_line(); }
  bool has(std::size_t column) const { return reader_->has_column(std::string(names_[column])); }
  /// Of the row that next() has read; empty where there is no such column.
  Field operator[](std::size_t column) const { return {names_[column], text_[column]}; }

 private:
  using Reader = io::CSVReader<n, io::trim_chars<' ', '\t', '\r'>, Quotes, io::throw_on_overflow,
                               io::empty_line_comment>;

  template <std::size_t... i>
  ColumnRows(Input& input, Columns const& names, std::index_sequence<i...>)
      : input_(input), names_(names) {
    reader_ = std::make_unique<Reader>(input.name(), std::make_unique<InputBytes>(input));
    reader_->set_header(std::string(names[i])...);
  }

  template <std::size_t... i>
  ColumnRows(Input& input, Columns const& names, std::size_t needed, std::index_sequence<i...>)
      : input_(input), names_(names) {
    in_good_words(input, [&] {
      reader_ = std::make_unique<Reader>(input.name(), std::make_unique<InputBytes>(input));
      try {
        reader_->read_header(io::ignore_extra_column | io::ignore_missing_column,
                             std::string(names[i])...);
      } catch (io::error::header_missing const&) {
        throw InputError(
            fmt::format("{}: is empty (allowed: a line that names columns)", input.name()));
      }
    });
    for (std::size_t c = 0; c < needed; ++c)
      if (!has(c))
        throw InputError(fmt::format("{}:1: no column {} (needed: {})", input.name(), names[c],
                                     fmt::join(names.begin(), names.begin() + needed, ", ")));
  }

  template <std::size_t... i>
  bool read(std::index_sequence<i...>) {
    try {
      return reader_->read_row(text_[i]...);
    } catch (io::error::too_few_columns const&) {
      throw BadRow("too few columns");
    } catch (io::error::too_many_columns const&) {
      throw BadRow("too many columns");
    } catch (io::error::escaped_string_not_closed const&) {
      throw BadRow("a quote is not closed");
    }
  }

  Input& input_;
  Columns names_;
  std::unique_ptr<Reader> reader_;
  std::array<char const*, n> text_ = empty();
  static std::array<char const*, n> empty() {
    std::array<char const*, n> texts;
    texts.fill("");
    return texts;
  }
};

}  // namespace fairslot::traces
