/// What an audit finds: by how much a property is missed, by whom, in which slots.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kernels/list.hpp"

namespace fairslot::audit {

inline constexpr double not_any = std::numeric_limits<double>::quiet_NaN();

/// The two sides of an inequality that should hold, and where it fails. -1, NaN, "": of no meaning.
struct Gap {
  double gap = 0.0, left = not_any, right = not_any;
  std::int32_t server = -1;
  std::string what = {};  ///< in words, where numbers do not tell
};

struct Witness {
  std::int64_t slot;
  std::int32_t user, other;  ///< other: -1 where there is none
  Gap gap;
  double share = not_any, other_share = not_any;  ///< task shares, see task_share.hpp
};

struct Finding {
  std::string audit;
  std::int64_t violations = 0;  ///< triples of slot, user and other with a gap
  double max_gap = 0.0, final_gap = 0.0;
  std::optional<std::int64_t> first_slot;
  std::vector<Witness> witnesses;  ///< the largest gaps; equal ones by slot, user, other
  std::vector<std::pair<std::int64_t, double>> series;  ///< the largest gap, where it changes
};

/// Gaps of one audit, from slot to slot as they stand: each until it is set anew.
class Gaps {
 public:
  static constexpr std::size_t most_witnesses = 10;

  explicit Gaps(int users) : rows_(static_cast<std::size_t>(users)) {}

  /// From this slot on. Slots come in order.
  void set(std::int64_t slot, int user, int other, Gap const& gap);
  /// The same of two sides, of which the left one is to be no larger: most are not, pair by pair.
  void set_sides(std::int64_t slot, int user, int other, double left, double right) {
    if (left <= right && !has_gap(user, other)) return;
    set(slot, user, other, {left > right ? left - right : 0.0, left, right});
  }
  /// No gap of the user's from this slot on.
  void clear(std::int64_t slot, int user);
  /// The slot has no more to say.
  void close_slot(std::int64_t slot);
  Finding finish(std::string_view audit, std::int64_t last_slot);

 private:
  struct Standing {
    Gap gap;
    std::int64_t since = 0;
  };
  struct Row {
    List<Standing> by_other;  // from other -1 on
    double most = 0.0;
    bool is_stale = false;  // most may be too high
  };

  bool has_gap(int user, int other) const {
    auto const& by_other = rows_[user].by_other;
    return other + 1 < std::ssize(by_other) && by_other[other + 1].gap.gap > 0.0;
  }
  void end(std::int64_t slot, int user, int other, Standing const& standing);
  void offer(Witness const& witness);
  static double most_of(Row& row);

  List<Row> rows_;
  List<std::int32_t> with_gaps_;  // users with a row that is not empty
  double largest_ = 0.0;
  Finding found_;
};

}  // namespace fairslot::audit
