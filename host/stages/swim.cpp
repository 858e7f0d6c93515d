#include "host/stages/swim.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <string_view>

#include "host/data/embedded.hpp"
#include "host/error.hpp"
#include "host/input_file.hpp"

namespace fairslot::stages {
namespace {

using Cells = std::vector<std::string_view>;

Cells cells_of(std::string_view line) {
  Cells cells;
  for (;;) {
    std::size_t const comma = std::min(line.find(','), line.size());
    cells.push_back(line.substr(0, comma));
    if (comma == line.size()) return cells;
    line.remove_prefix(comma + 1);
  }
}

/// Reads one file; what is wrong is told with its line.
class Reader {
 public:
  explicit Reader(std::string const& source) : source_(source) {}

  std::vector<SwimRow> rows(std::string_view text) {
    while (!text.empty()) {
      ++line_;
      std::size_t const end = text.find('\n');
      if (end == text.npos) refuse(last_of(text), "is cut short (allowed: lines that end)");
      std::string_view line = text.substr(0, end);
      text.remove_prefix(end + 1);
      if (line.ends_with('\r')) line.remove_suffix(1);
      line_ == 1 ? read_header(line) : read_row(line);
    }
    line_ = std::max<std::int64_t>(line_, 1);
    if (rows_.empty()) refuse(scenario_key, "has no rows");
    return std::move(rows_);
  }

 private:
  [[noreturn]] void refuse(std::string_view key, std::string const& problem) const {
    throw InputError(fmt::format("{}:{}: {}: {}", shown_path(source_), line_, key, problem));
  }
  void read_header(std::string_view line) {
    Cells const cells = cells_of(line);
    columns_.assign(cells.begin(), cells.end());
    input_ = place_of(cells, "map_input_bytes");
    shuffle_ = place_of(cells, "shuffle_bytes");
  }
  std::size_t place_of(Cells const& cells, std::string_view name) const {
    auto const at = std::ranges::find(cells, name);
    if (at == cells.end()) refuse(name, "is missing (allowed: a column of that name)");
    if (std::ranges::count(cells, name) > 1) refuse(name, "is the name of two columns");
    return static_cast<std::size_t>(at - cells.begin());
  }
  void read_row(std::string_view line) {
    Cells const cells = cells_of(line);
    if (cells.size() != columns_.size())
      refuse(last_of(line), fmt::format("ends after {} values (allowed: {}, as the first line)",
                                        cells.size(), columns_.size()));
    rows_.push_back(
        {bytes(cells[input_], "map_input_bytes"), bytes(cells[shuffle_], "shuffle_bytes")});
  }
  /// The column in which the line ends; the key of the whole file in the first line and beyond all
  /// columns.
  std::string last_of(std::string_view line) const {
    std::size_t const count = cells_of(line).size();
    return count <= columns_.size() ? columns_[count - 1] : std::string(scenario_key);
  }
  std::int64_t bytes(std::string_view cell, std::string_view name) const {
    std::int64_t value = 0;
    auto const [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
    constexpr std::int64_t most = 1'000'000'000'000'000;
    if (error != std::errc{} || end != cell.data() + cell.size() || value < 0 || value > most)
      refuse(name,
             fmt::format("{} is not allowed (allowed: an integer, 0 .. {})", shown(cell), most));
    return value;
  }

  static constexpr std::string_view scenario_key = "swim";  ///< that names the file

  std::string const& source_;
  std::int64_t line_ = 0;
  std::vector<std::string> columns_;
  std::size_t input_ = 0, shuffle_ = 0;
  std::vector<SwimRow> rows_;
};

/// How many maps Facebook's jobs had (Zaharia et al. 2010, table 1), in per cent of the jobs: they
/// sum to 101. Above 1,500 no number is reported: up to twice as many are taken.
constexpr struct {
  int least, most, percent;
} reported_maps[] = {{1, 1, 39},    {2, 2, 16},    {3, 20, 14},    {21, 60, 9},    {61, 150, 6},
                     {151, 300, 6}, {301, 500, 4}, {501, 1500, 4}, {1501, 3000, 3}};

/// Rows that are drawn as often as jobs with their maps of 64 MiB are reported; without a shuffle,
/// of which nothing is reported.
std::string table_text() {
  constexpr int rows_a_percent = 10;
  constexpr std::int64_t block = 64 << 20;
  std::string text = "map_input_bytes,shuffle_bytes\n";
  for (auto const& [least, most, percent] : reported_maps) {
    int const rows = percent * rows_a_percent;
    for (int r = 0; r < rows; ++r)
      text += fmt::format("{},0\n", block * (least + (most - least + 1) * r / rows));
  }
  return text;
}

}  // namespace

std::string SwimSource::path() const {
  return is_file() ? (std::filesystem::path(folder) / name).string() : name;
}

std::string swim_text(std::string const& source) {
  constexpr std::size_t most = std::size_t{1} << 30;
  if (source == "fb2009_0") return std::string(data::embedded::swim_fb2009_0());
  if (source == "table") return table_text();
  return read_input(source, most);
}

std::vector<SwimRow> swim_rows(std::string const& source) {
  return Reader(source).rows(swim_text(source));
}

}  // namespace fairslot::stages
