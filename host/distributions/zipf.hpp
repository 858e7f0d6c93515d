#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "host/distributions/law.hpp"
#include "host/distributions/portable_math.hpp"

namespace fairslot::distributions {

struct Zipf {
  static constexpr std::string_view name = "zipf",
                                    summary = "1, 2, ... ranks; k in proportion to 1 / k^exponent";
  static constexpr OptionInfo given_exponent = {"exponent", option::Reals{0, 10, 1},
                                                "0: all ranks as likely"};
  static constexpr OptionInfo given_ranks = {"ranks", option::Integers{1, 1'000'000, 1000},
                                             "how many there are"};
  static constexpr OptionInfo options[] = {given_exponent, given_ranks};

  explicit Zipf(Values const& values)
      : Zipf(values.real(given_exponent), values.integer(given_ranks)) {}
  Zipf(double exponent, std::int64_t ranks) {
    double sum = 0;
    upto.reserve(static_cast<std::size_t>(ranks));
    for (std::int64_t rank = 1; rank <= ranks; ++rank)
      upto.push_back(sum += portable::power(static_cast<double>(rank), -exponent));
  }
  double quantile(double u) const {
    auto const at = std::ranges::upper_bound(upto, u * upto.back()) - upto.begin();
    return static_cast<double>(std::min(at + 1, std::ssize(upto)));
  }

  std::int64_t least() const { return 1; }
  std::int64_t most() const { return size(); }
  std::int64_t size() const { return std::ssize(upto); }

  std::vector<double> upto;  ///< [ranks] cumulative
};

}  // namespace fairslot::distributions
