#include "host/stages/rules.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "host/input_file.hpp"
#include "host/stages/swim.hpp"
#include "kernels/shown.hpp"

namespace fairslot::stages {

using scenario::Allowed;
using scenario::Array;
using scenario::fail;
using scenario::Value;

namespace {

Array const& array_of(Value const& value, std::string const& key, std::string_view of) {
  if (auto const* const array = std::get_if<Array>(&value.data)) return *array;
  fail(value.place, key, fmt::format("{} (allowed: {})", type_name(value), of));
}

constexpr std::string_view rows_text = "a list of rows [amount of each resource, seconds]";

/// "inf", which JSON has no number for, as the number.
Value seconds_of(Value const& value) {
  auto const* const text = std::get_if<std::string>(&value.data);
  return text && *text == "inf" ? Value{value.place, for_ever} : value;
}

std::vector<double> row_of(Value const& value, std::string const& key) {
  std::vector<double> row;
  auto const& elements = array_of(value, key, rows_text).values;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    bool const is_time = i + 1 == elements.size();
    Between<double> const rule =
        is_time ? Between<double>{1e-6, longest_stage, for_ever} : amounts.each;
    scenario::read(is_time ? seconds_of(elements[i]) : elements[i], fmt::format("{}.{}", key, i),
                   row.emplace_back(), rule);
  }
  return row;
}

/// With all in them: results have one list of schedulers and of resources.
constexpr std::string_view same_at_all_points[] = {
    "simulation", "name", "description", "samples", "schedulers", "resources", "sweep", "compare"};

constexpr Between<double> published_gain{-1e15, 1e15};

std::optional<Published> published_of(Value const& value, std::string const& key) {
  auto const number = [&](Value const& one, std::string const& own) {
    double read = 0;
    scenario::read(one, own, read, published_gain);
    return read;
  };
  std::string const allowed_text = allowed(PublishedRanges{}).text();
  if (auto const* const text = std::get_if<std::string>(&value.data)) {
    if (*text == "none") return std::nullopt;
    fail(value.place, key, fmt::format("{} (allowed: {})", shown(*text), allowed_text));
  }
  auto const* const range = std::get_if<Array>(&value.data);
  if (!range) return Published{number(value, key), number(value, key)};
  if (range->values.size() != 2)
    fail(value.place, key,
         fmt::format("a list of {} (allowed: {})", range->values.size(), allowed_text));
  Published const own{number(range->values[0], key + ".0"), number(range->values[1], key + ".1")};
  if (own.least > own.most)
    fail(value.place, key,
         fmt::format("[{:g}, {:g}] (allowed: the least first)", own.least, own.most));
  return own;
}

std::vector<std::string> names_of(std::vector<SchedulerName> const& all) {
  std::vector<std::string> names;
  for (SchedulerName const one : all)
    names.emplace_back(scheduler_names[static_cast<std::size_t>(one)]);
  return names;
}

}  // namespace

Allowed allowed(StageList) {
  return {"list of lists", "rows of an amount of each resource and seconds, at least one"};
}
Allowed allowed(Schedulers) {
  return {"list of names", fmt::format("{}, all different", fmt::join(scheduler_names, ", "))};
}
Allowed allowed(SwimName) { return {"text", "fb2009_0, table or a .csv file"}; }
Allowed allowed(SweptKey) {
  return {"text", fmt::format("a key with a single value, as workers.0.count, but {}",
                              fmt::join(same_at_all_points, ", "))};
}
Allowed allowed(PublishedRanges) {
  return {"number or list",
          fmt::format("{}, \"none\" or [least, most] each, at most {}",
                      scenario::allowed(published_gain).range, scenario::most_published)};
}

void read(Value const& value, std::string const& key, StageRows& field, StageList) {
  field.clear();
  for (Value const& row : array_of(value, key, rows_text).values)
    field.push_back(row_of(row, fmt::format("{}.{}", key, field.size())));
  if (field.empty()) fail(value.place, key, "an empty list (allowed: at least one stage)");
}

void read(Value const& value, std::string const& key, std::vector<SchedulerName>& field,
          Schedulers rule) {
  field.clear();
  for (Value const& element : array_of(value, key, allowed(rule).text()).values) {
    auto const name = static_cast<SchedulerName>(
        scenario::read_name(element, fmt::format("{}.{}", key, field.size()), scheduler_names));
    if (std::ranges::count(field, name))
      fail(element.place, key,
           fmt::format("{} is listed twice", scheduler_names[static_cast<std::size_t>(name)]));
    field.push_back(name);
  }
  if (field.empty() && !rule.may_be_none)
    fail(value.place, key, "an empty list (allowed: at least one scheduler)");
}

void read(Value const& value, std::string const& key, std::vector<std::string>& field,
          Schedulers rule) {
  std::vector<SchedulerName> names;
  read(value, key, names, rule);
  field = names_of(names);
}

void read(Value const& value, std::string const& key, SwimSource& field, SwimName rule) {
  auto const* const text = std::get_if<std::string>(&value.data);
  bool const is_name = text && std::ranges::count(swim_names, *text) > 0;
  if (!text || (!is_name && !text->ends_with(".csv")))
    fail(value.place, key,
         fmt::format("{} is not allowed (allowed: {})", text ? shown(*text) : type_name(value),
                     allowed(rule).text()));
  field = {*text, is_name ? "" : folder_of(value.place)};
  try {
    if (!is_name) require_plain_input(field.path());
  } catch (InputError const& error) {
    fail(value.place, key, error.what());
  }
}

void read(Value const& value, std::string const& key, std::string& field, SweptKey rule) {
  scenario::read(value, key, field, scenario::AnyText{});
  field = scenario::plain_key(field);
  if (std::ranges::any_of(same_at_all_points,
                          [&](auto no) { return scenario::is_within(field, no); }))
    fail(value.place, key,
         fmt::format("{} is not allowed (allowed: {})", shown(field), allowed(rule).text()));
}

void read(Value const& value, std::string const& key, std::vector<std::optional<Published>>& field,
          PublishedRanges rule) {
  field.clear();
  auto const* const list = std::get_if<Array>(&value.data);
  if (!list) return field.push_back(published_of(value, key));
  if (list->values.empty() || list->values.size() > scenario::most_published)
    fail(value.place, key,
         fmt::format("a list of {} (allowed: {})", list->values.size(), allowed(rule).text()));
  for (Value const& element : list->values)
    field.push_back(published_of(element, fmt::format("{}.{}", key, field.size())));
}

std::string text_of(StageRows const& rows, StageList) {
  std::vector<std::string> texts;
  for (auto const& row : rows) {
    std::vector<std::string> numbers;
    for (double const number : row)
      numbers.push_back(number == for_ever ? "inf" : scenario::toml_text(number));
    texts.push_back(fmt::format("[{}]", fmt::join(numbers, ", ")));
  }
  return fmt::format("[{}]", fmt::join(texts, ", "));
}
std::string text_of(std::vector<std::string> const& names, Schedulers) {
  std::vector<std::string> quoted;
  for (std::string const& name : names)
    quoted.push_back(scenario::toml_text(std::string_view(name)));
  return names.empty() ? "" : fmt::format("[{}]", fmt::join(quoted, ", "));
}
std::string text_of(SwimSource const& source, SwimName) {
  return scenario::toml_text(std::string_view(source.name));
}
std::string text_of(std::vector<SchedulerName> const& all, Schedulers rule) {
  return text_of(names_of(all), rule);
}

std::string text_of(std::vector<std::optional<Published>> const& all, PublishedRanges) {
  std::vector<std::string> texts;
  for (auto const& one : all) {
    if (!one)
      texts.emplace_back("\"none\"");
    else if (one->least == one->most)
      texts.push_back(scenario::toml_text(one->least));
    else
      texts.push_back(
          fmt::format("[{}, {}]", scenario::toml_text(one->least), scenario::toml_text(one->most)));
  }
  return texts.empty() ? "" : fmt::format("[{}]", fmt::join(texts, ", "));
}

std::string standard_text(StageRows const& rows, StageList rule) {
  return rows.empty() ? "must be given" : text_of(rows, rule);
}
std::string standard_text(std::vector<SchedulerName> const& all, Schedulers) {
  return fmt::format("{}", fmt::join(names_of(all), ", "));
}

}  // namespace fairslot::stages
