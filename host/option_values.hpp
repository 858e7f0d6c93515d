/// The values of a text's options, by name: what is named by kernels/spec.hpp is constructed from
/// them.
#pragma once

#include <bit>
#include <cstdint>
#include <string_view>

#include "kernels/spec.hpp"

namespace fairslot {

class OptionValues {
 public:
  /// `what` the name is of, "distribution", stands in messages.
  OptionValues(std::string_view what, SpecInfo const& info, Options const& options)
      : what_(what), info_(info), options_(options) {}

  /// Of a list of names: the place in it.
  std::int64_t integer(OptionInfo const& option) const {
    return options_.value[place_of_option(what_, info_, option.name)];
  }
  double real(OptionInfo const& option) const { return std::bit_cast<double>(integer(option)); }
  bool flag(OptionInfo const& option) const { return integer(option) != 0; }
  /// The option's default where there is no such option.
  std::int64_t integer_if_any(OptionInfo const& option, std::int64_t otherwise) const {
    for (OptionInfo const& own : info_.options)
      if (own.name == option.name) return integer(option);
    return otherwise;
  }

 private:
  std::string_view what_;
  SpecInfo info_;
  Options options_;
};

}  // namespace fairslot
