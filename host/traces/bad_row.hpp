/// What is wrong with a row of an input.
#pragma once

#include <stdexcept>
#include <string>

#include "kernels/shown.hpp"

namespace fairslot::traces {

/// Skips the row. what() is the reason, by which rows are counted; the value stands beside it.
struct BadRow : std::runtime_error {
  explicit BadRow(std::string const& reason, std::string_view of = "")
      : std::runtime_error(reason), value(shown(of)) {}
  std::string value;
};

}  // namespace fairslot::traces
