/// Where integers are drawn from: "pareto:shape=1.2,most=1000". The same bits of the random number
/// give the same integer on every machine.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "host/distributions/laws.hpp"

namespace fairslot::distributions {

class Distribution {
 public:
  /// Throws SpecError, one line, for a text that names none.
  explicit Distribution(std::string_view text);

  std::int64_t draw(std::uint64_t bits) const { return quantile(probability(bits)); }
  /// Below or at which a value is with probability u in (0, 1).
  std::int64_t quantile(double u) const;

  std::int64_t least() const { return least_; }
  std::int64_t most() const { return most_; }
  /// Different values at most.
  std::int64_t size() const { return size_; }
  /// The one text of all that mean the same.
  std::string text() const;

  /// Mean of of(value), within a few per cent: the tail is halved again and again, each part
  /// looked at as closely as the whole.
  template <class Of>
  double mean(Of const& of) const {
    constexpr int halves = 32, looks = 16;
    double sum = 0, tail = 1;
    for (int half = 0; half < halves; ++half, tail /= 2)
      for (int look = 0; look < looks; ++look)
        sum += of(quantile(1 - tail * (1 - (look + 0.5) / (2 * looks)))) * (tail / (2 * looks));
    return sum;
  }

 private:
  Distribution(std::string_view text, Spec const& spec);

  Spec spec_;
  Law law_;
  std::int64_t least_, most_, step_, size_;
};

/// What can be named.
struct LawInfo {
  std::string_view name, summary;
  std::span<OptionInfo const> options;
};
std::span<LawInfo const> laws();
/// The table of distributions of scenarios/README.md, in Markdown.
std::string laws_markdown();

}  // namespace fairslot::distributions
