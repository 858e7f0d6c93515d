#include "host/traces/names.hpp"

#include <algorithm>
#include <functional>
#include <stdexcept>

#include "kernels/problem.hpp"

namespace fairslot::traces {

std::string_view Names::name(std::int32_t number) const {
  auto const i = static_cast<std::size_t>(number);
  std::uint64_t const begin = i > 0 ? end_[i - 1] : 0;
  return std::string_view(bytes_).substr(begin, end_[i] - begin);
}

/// Where the name stands in the table, or the free place where it would.
std::size_t Names::place_of(std::string_view name, std::uint32_t hash) const {
  std::size_t const mask = table_.size() - 1;
  auto const is_other = [&](std::int32_t number) {
    return hash_[static_cast<std::size_t>(number)] != hash || this->name(number) != name;
  };
  std::size_t place = hash & mask;
  while (table_[place] != 0 && is_other(table_[place] - 1)) place = (place + 1) & mask;
  return place;
}

void Names::grow() {
  table_.assign(std::max<std::size_t>(16, table_.size() * 2), 0);
  for (std::int32_t i = 0; i < count(); ++i) {
    std::size_t place = hash_[static_cast<std::size_t>(i)] & (table_.size() - 1);
    while (table_[place] != 0) place = (place + 1) & (table_.size() - 1);
    table_[place] = i + 1;
  }
}

std::int32_t Names::number(std::string_view name) {
  if (last_ >= 0 && this->name(last_) == name) return last_;
  if ((end_.size() + 1) * 4 > table_.size() * 3) grow();
  auto const hash = static_cast<std::uint32_t>(std::hash<std::string_view>{}(name));
  std::int32_t& at = table_[place_of(name, hash)];
  if (at == 0) {
    if (end_.size() >= static_cast<std::size_t>(limits::count) - 1)
      throw std::runtime_error("more than 2147483646 names");
    bytes_.append(name);
    end_.push_back(bytes_.size());
    hash_.push_back(hash);
    longest_ = std::max(longest_, name.size());
    at = count();
  }
  return last_ = at - 1;
}

}  // namespace fairslot::traces
