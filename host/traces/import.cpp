#include "host/traces/import.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <filesystem>

#include "host/error.hpp"

namespace fairslot::traces {
namespace {

constexpr std::int64_t rows_between_progress = 65536;

/// Bytes of a file; 0: not known.
std::uint64_t size_of(std::string const& path) {
  std::error_code error;
  auto const size = std::filesystem::file_size(path, error);
  return error ? 0 : size;
}

[[noreturn]] void refuse_setting(std::string_view name, std::string const& value,
                                 std::string const& allowed) {
  throw InputError(
      fmt::format("--set {}={}: not allowed (allowed: {})", name, shown(value), allowed));
}

template <class Number>
Number number_within(std::string_view name, std::string const& text, Number least, Number most) {
  Number value{};
  auto const end = text.data() + text.size();
  auto const [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc{} || stop != end || !(value >= least && value <= most))
    refuse_setting(name, text, fmt::format("{} .. {}", least, most));
  return value;
}

}  // namespace

Import::Import(std::vector<std::string> inputs, Settings settings, std::string const& folder,
               bool strict, Listeners listeners)
    : paths_(std::move(inputs)),
      settings_(std::move(settings)),
      draft_(folder),
      strict_(strict),
      listeners_(std::move(listeners)) {
  for (std::string const& path : paths_) size_ += path == "-" ? 0 : size_of(path);
  for (auto const& [name, value] : settings_)
    draft_.settings.push_back(fmt::format("{}={}", name, value));
}

void Import::open(std::size_t input) { input_ = std::make_unique<Input>(paths_[input]); }

void Import::close() {
  draft_.inputs.push_back(std::filesystem::path(input_->name()).filename().string());
  draft_.sha256.push_back(input_->sha256());
  done_ += input_->position();
  input_.reset();
}

std::uint64_t Import::position() const { return done_ + (input_ ? input_->position() : 0); }
std::uint64_t Import::size() const { return size_; }

void Import::count_row() {
  if (++draft_.rows_read % rows_between_progress == 0) listeners_.progress(*this);
}

void Import::blame(std::int64_t line, BadRow const& bad) {
  std::string const text = fmt::format("{}:{}: {}{}", input_->name(), line, bad.what(),
                                       bad.value.empty() ? "" : fmt::format(" ({})", bad.value));
  if (strict_) throw InputError(text);
  count_row();
  ++told_.bad[bad.what()];
  if (draft_.rows_bad++ >= static_cast<std::int64_t>(bad_rows_kept)) return;
  draft_.bad_rows.push_back(
      {std::filesystem::path(input_->name()).filename().string(), line,
       bad.value.empty() ? bad.what() : fmt::format("{} ({})", bad.what(), bad.value)});
  listeners_.bad_row(shown(text, shown_line));
}

std::string const& Import::setting(std::string_view name) const {
  return settings_.find(name)->second;
}

std::int64_t Import::integer(std::string_view name, std::int64_t least, std::int64_t most) const {
  return number_within(name, setting(name), least, most);
}

double Import::real(std::string_view name, double least, double most) const {
  return number_within(name, setting(name), least, most);
}

std::size_t Import::one_of(std::string_view name, std::vector<std::string> const& names) const {
  auto const at = std::ranges::find(names, setting(name));
  if (at == names.end())
    refuse_setting(name, setting(name), fmt::format("{}", fmt::join(names, ", ")));
  return static_cast<std::size_t>(at - names.begin());
}

std::int32_t Import::allow(std::vector<std::int32_t> classes) {
  if (classes.empty()) return -1;
  auto const next = static_cast<std::int32_t>(draft_.allowed.size());
  auto const [known, fresh] = sets_.try_emplace(classes, next);
  if (fresh) draft_.allowed.push_back(std::move(classes));
  return known->second;
}

void Import::add(TracedJob job, Field user, Field name) {
  if (job.tasks < 1) throw BadRow("no tasks");
  if (std::ranges::all_of(job.demand, [](std::int32_t d) { return d == 0; }))
    throw BadRow("a demand of nothing");
  auto const user_name = traces::name(user), job_name = traces::name(name);
  job.user = draft_.users.number(user_name);
  job.name = draft_.names.number(job_name);
  draft_.jobs.add(job);
}

void Import::add(TracedNode node, Field of_class) {
  traces::name({"a node's name", node.name});
  node.of_class = draft_.classes.number(traces::name(of_class));
  draft_.nodes.push_back(std::move(node));
}

}  // namespace fairslot::traces
