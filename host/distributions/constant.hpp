#pragma once

#include "host/distributions/law.hpp"

namespace fairslot::distributions {

struct Constant {
  static constexpr std::string_view name = "constant", summary = "always `value`";
  static constexpr OptionInfo given = {"value", option::Integers{0, most_value, 1}, "the value"};
  static constexpr OptionInfo options[] = {given};

  explicit Constant(Values const& values) : value(values.integer(given)) {}
  double quantile(double) const { return static_cast<double>(value); }
  std::int64_t least() const { return value; }
  std::int64_t most() const { return value; }
  std::int64_t size() const { return 1; }

  std::int64_t value;
};

}  // namespace fairslot::distributions
