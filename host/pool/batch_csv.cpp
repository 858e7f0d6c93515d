// Batches as CSV: numbers between commas, a header, LF or CRLF.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <limits>

#include "host/error.hpp"
#include "host/input_file.hpp"
#include "host/pool/batch_source.hpp"

namespace fairslot::pool {
namespace {

constexpr std::size_t block_bytes = std::size_t{1} << 19, most_bytes = std::size_t{1} << 28;

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '\r'))
    text.remove_suffix(1);
  return text;
}

/// Cuts what is before the next `end` off the front.
std::string_view cut(std::string_view& text, char end) {
  std::size_t const at = std::min(text.find(end), text.size());
  std::string_view const front = text.substr(0, at);
  text.remove_prefix(std::min(at + 1, text.size()));
  return front;
}

std::string_view field(std::string_view line, std::size_t column) {
  for (std::size_t c = 0; c < column; ++c) cut(line, ',');
  return trimmed(cut(line, ','));
}

/// False: no number. What is too large is infinite; what is too small is not 0.
bool read_number(std::string_view text, double& number) {
  if (text.starts_with('+')) text.remove_prefix(1);
  auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error == std::errc::result_out_of_range) {
    number = std::strtod(std::string(text).c_str(), nullptr);
    if (number == 0) number = std::copysign(std::numeric_limits<double>::denorm_min(), number);
  } else if (error != std::errc()) {
    return false;
  }
  return end == text.data() + text.size();
}

class CsvBatch : public BatchSource {
 public:
  explicit CsvBatch(std::string const& path) : path_(path), file_(path, std::ios::binary) {
    require_plain_input(path);
    if (!file_) throw InputError(fmt::format("{}: cannot be read", shown_path(path)));
    std::string header;
    std::getline(file_, header);
    if (header.starts_with("\xEF\xBB\xBF")) header.erase(0, 3);
    std::vector<std::string> names;
    std::string_view rest = trimmed(header);
    while (!rest.empty()) names.emplace_back(trimmed(cut(rest, ',')));
    columns_ = batch_columns(shown_path(path) + ":1", names, true);
    instance_column_ = static_cast<std::size_t>(std::ranges::find(columns_.cells, cell::instance) -
                                                columns_.cells.begin());
  }

  std::size_t resources() const override { return columns_.resources; }
  std::string where() const override { return shown_path(path_) + ":"; }

  std::optional<BatchBlock> next() override {
    std::size_t end = 0;
    while (end == 0 && read_more()) end = whole_instances();
    if (end == 0) end = ahead_.size();  // the last of the file
    if (end == 0) return std::nullopt;
    BatchBlock block{line_, ahead_.substr(0, end), {}};
    ahead_.erase(0, end);
    line_ += std::ranges::count(block.text, '\n');
    return block;
  }

  std::vector<BatchInstance> instances(BatchBlock const& block) const override {
    BatchBuilder builder(where(), columns_.resources);
    std::string_view rest = block.text;
    for (std::int64_t line = block.first_line; !rest.empty(); ++line) {
      std::string_view const text = trimmed(cut(rest, '\n'));
      if (!text.empty()) add_line(builder, text, line);
    }
    return std::move(builder).instances();
  }

 private:
  /// False at the end of the file.
  bool read_more() {
    std::size_t const had = ahead_.size();
    if (had > most_bytes)
      throw InputError(fmt::format("{}:{}: an instance of more than {} MiB", shown_path(path_),
                                   line_, most_bytes >> 20));
    ahead_.resize(had + block_bytes);
    file_.read(ahead_.data() + had, block_bytes);
    ahead_.resize(had + static_cast<std::size_t>(file_.gcount()));
    if (file_.bad()) throw InputError(fmt::format("{}: cannot be read", shown_path(path_)));
    return ahead_.size() > had;
  }

  /// Bytes up to the last instance that may go on; 0 where that is the first.
  std::size_t whole_instances() const {
    std::size_t end = ahead_.rfind('\n');  // of a line
    if (end == std::string::npos) return 0;
    std::string_view last;
    while (end > 0) {
      std::size_t const before = ahead_.rfind('\n', end - 1);
      std::size_t const begin = before == std::string::npos ? 0 : before + 1;
      auto const line = trimmed(std::string_view(ahead_).substr(begin, end - begin));
      std::string_view const own = field(line, instance_column_);
      if (last.empty()) last = own;
      if (!line.empty() && own != last) return end + 1;
      end = begin == 0 ? 0 : before;
    }
    return 0;
  }

  void add_line(BatchBuilder& builder, std::string_view text, std::int64_t line) const {
    BatchRow row;
    row.line = line;
    std::string problem;
    std::size_t column = 0;
    for (std::string_view rest = text; column < columns_.cells.size() && !rest.empty(); ++column) {
      std::string_view const own = trimmed(cut(rest, ','));
      double number = 0;
      if (own.empty()) continue;
      if (read_number(own, number))
        row.set(columns_.cells[column], number);
      else if (problem.empty())
        problem = fmt::format("{}: {} is not allowed (allowed: a number)",
                              cell_name(columns_.cells[column]), shown(fmt::format("\"{}\"", own)));
    }
    auto const commas = static_cast<std::size_t>(std::ranges::count(text, ','));
    if (commas + 1 != columns_.cells.size() && problem.empty())
      problem = fmt::format("{} fields are not allowed (allowed: {}, one a column)", commas + 1,
                            columns_.cells.size());
    if (problem.empty())
      builder.add(row);
    else
      builder.add_bad(number_in(where(), row, cell::instance), {line, problem});
  }

  std::string path_;
  std::ifstream file_;
  BatchColumns columns_;
  std::size_t instance_column_ = 0;
  std::string ahead_;  // read, not yet handed out
  std::int64_t line_ = 2;
};

}  // namespace

std::unique_ptr<BatchSource> open_csv_batch(std::string const& path) {
  return std::make_unique<CsvBatch>(path);
}

std::unique_ptr<BatchSource> open_batch(std::string const& path) {
  return path.ends_with(".csv") ? open_csv_batch(path) : open_hdf5_batch(path);
}

}  // namespace fairslot::pool
