#include "host/distributions/empirical.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <map>
#include <optional>

#include "host/input_file.hpp"
#include "kernels/shown.hpp"

namespace fairslot::distributions {
namespace {

constexpr std::int64_t most_count = std::int64_t{1} << 40;
constexpr std::size_t most_rows = 100'000, most_bytes = std::size_t{1} << 24;

std::optional<std::int64_t> integer(std::string_view text, std::int64_t least, std::int64_t most) {
  std::int64_t number = 0;
  char const* const end = text.data() + text.size();
  auto const [last, error] = std::from_chars(text.data(), end, number);
  bool const good = error == std::errc{} && last == end && number >= least && number <= most;
  return good ? std::optional(number) : std::nullopt;
}

struct Row {
  std::int64_t value, count;
};

/// "10*25" or "10,25".
std::optional<Row> row_of(std::string_view text, char between) {
  auto const cut = std::min(text.find(between), text.size());
  auto const value = integer(text.substr(0, cut), 0, most_value);
  auto const count =
      cut == text.size() ? std::int64_t{1} : integer(text.substr(cut + 1), 1, most_count);
  return value && count ? std::optional(Row{*value, *count}) : std::nullopt;
}

std::string allowed(std::string_view form) {
  return fmt::format("(allowed: {}, values 0 to {}, counts 1 to {}, at most {})", form, most_value,
                     most_count, most_rows);
}

std::string text_of(std::map<std::int64_t, std::int64_t> const& counts) {
  std::string text;
  for (auto const& [value, count] : counts)
    text += count == 1 ? fmt::format("{}{}", text.empty() ? "" : ",", value)
                       : fmt::format("{}{}*{}", text.empty() ? "" : ",", value, count);
  return text;
}

/// Calls row(text, number) for each part.
template <class Row>
void split(std::string_view text, char separator, Row const& row) {
  for (std::size_t number = 1; !text.empty(); ++number) {
    auto const end = std::min(text.find(separator), text.size());
    row(text.substr(0, end), number);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

/// Also one that is not written as it should be.
bool begins_with_number(std::string_view line) {
  auto const at = line.find_first_not_of(" \t\"'+-.\xEF\xBB\xBF");
  return at != std::string_view::npos && line[at] >= '0' && line[at] <= '9';
}

std::string read_counts(std::string const& path) {
  std::map<std::int64_t, std::int64_t> counts;
  split(read_input(path, most_bytes), '\n', [&](std::string_view line, std::size_t number) {
    if (line.ends_with('\r')) line.remove_suffix(1);
    auto const row = row_of(line, ',');
    bool const header = number == 1 && !begins_with_number(line);
    if (line.empty() || (header && !row)) return;
    if (!row || counts.size() >= most_rows)
      throw SpecError(fmt::format("{}:{}: \"{}\" {}", shown_path(path), number, shown(line),
                                  allowed("lines of VALUE,COUNT, the first may name them")));
    counts[row->value] = std::min(counts[row->value] + row->count, most_count);
  });
  if (counts.empty())
    throw SpecError(fmt::format("{}: no values {}", shown_path(path),
                                allowed("lines of VALUE,COUNT, the first may name them")));
  return text_of(counts);
}

}  // namespace

Empirical::Empirical(std::string_view text) {
  std::map<std::int64_t, std::int64_t> rows;
  auto const refuse = [&](std::string_view part) {
    throw SpecError(fmt::format("distribution 'empirical': \"{}\" {}", shown(part),
                                allowed("VALUE*COUNT,... or file=NAME.csv")));
  };
  split(text, ',', [&](std::string_view part, std::size_t) {
    auto const row = row_of(part, '*');
    if (!row || rows.size() >= most_rows) refuse(part);
    rows[row->value] = std::min(rows[row->value] + row->count, most_count);
  });
  if (rows.empty() || text.ends_with(',')) refuse("");
  std::uint64_t total = 0;
  for (auto const& [value, count] : rows) {
    values.push_back(value);
    upto.push_back(total += static_cast<std::uint64_t>(count));
  }
}

double Empirical::quantile(double u) const {
  auto const rank = static_cast<std::uint64_t>(u * static_cast<double>(upto.back()));
  auto const at = std::ranges::upper_bound(upto, std::min(rank, upto.back() - 1)) - upto.begin();
  return static_cast<double>(values[static_cast<std::size_t>(at)]);
}

std::string Empirical::counts() const {
  std::map<std::int64_t, std::int64_t> rows;
  for (std::size_t i = 0; i < values.size(); ++i)
    rows[values[i]] = static_cast<std::int64_t>(upto[i] - (i == 0 ? 0 : upto[i - 1]));
  return text_of(rows);
}

std::string with_counts(std::string_view text, std::string const& folder) {
  constexpr std::string_view from_file = "empirical:file=";
  if (!text.starts_with(from_file)) return std::string(text);
  std::filesystem::path const file = text.substr(from_file.size());
  return fmt::format("empirical:{}", read_counts((folder / file).string()));
}

}  // namespace fairslot::distributions
