// What is remembered of refusals against asking again: by single futures, and over whole runs.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

#include "host/stages/matching.hpp"
#include "host/stages/rests.hpp"

namespace fairslot::stages {
namespace {

/// Quarters, so that ends of stages and pieces often fall together.
double quarters(int least, int most) { return 0.25 * *rc::gen::inRange(4 * least, 4 * most + 1); }

Amounts any_amounts(int least, int most) {
  return {amount_of(quarters(least, most)), amount_of(quarters(least, most))};
}

std::vector<Piece> any_pieces() {
  std::vector<Piece> pieces = {{-for_ever, any_amounts(0, 4)}};
  double from = 0;
  for (int more = *rc::gen::inRange(0, 8); more > 0; --more)
    pieces.push_back({from += quarters(0, 4) + 0.25, any_amounts(0, 4)});
  return pieces;
}

std::vector<Stage> any_stages() {
  std::vector<Stage> stages;
  for (int more = *rc::gen::inRange(0, 4); more >= 0; --more)
    stages.push_back({any_amounts(0, 4), quarters(0, 5) + 0.25});
  return stages;
}

/// The pieces from the one around `now` on.
Future future_of(std::vector<Piece> const& pieces, double now) {
  auto const after = std::ranges::upper_bound(pieces, now, {}, &Piece::from);
  auto const at = static_cast<std::size_t>(after - pieces.begin()) - 1;
  Amounts const all = {amount_of(4), amount_of(4)};
  return {std::span(pieces).subspan(at), now, all, all};
}

struct Asked {
  std::vector<Stage> stages = any_stages();
  Squeeze squeeze{quarters(0, 1), quarters(0, 1)};
  bool coarse = *rc::gen::arbitrary<bool>();

  std::optional<Misfit> misfit(std::vector<Piece> const& pieces, double now) const {
    Future const future = future_of(pieces, now);
    if (!coarse) return misfit_fine(future, stages, squeeze);
    Amounts most = {};
    double seconds = 0;
    for (Stage const& stage : stages) raise(most, stage.need), seconds += stage.seconds;
    return misfit_coarse(future, most, seconds);
  }
};

/// As a task that starts there leaves it: less from now on, up to its end.
std::vector<Piece> with_less(std::vector<Piece> pieces, double now) {
  double const end = now + quarters(0, 6) + 0.25;
  Amounts const taken = any_amounts(0, 2);
  std::vector<Piece> less;
  auto const add_piece = [&](double from, Amounts const& free) {
    less.push_back({from, from >= now && from < end ? difference(free, taken) : free});
  };
  for (std::size_t n = 0; n < pieces.size(); ++n) {
    double const next = n + 1 < pieces.size() ? pieces[n + 1].from : for_ever;
    add_piece(pieces[n].from, pieces[n].free);
    for (double const cut : {now, end})
      if (pieces[n].from < cut && cut < next) add_piece(cut, pieces[n].free);
  }
  return less;
}

RC_GTEST_PROP(StagesRests, MisfitsLast, ()) {
  auto pieces = any_pieces();
  Asked asked;
  double const now = quarters(0, 12) / 3;
  if (!asked.misfit(pieces, now)) asked.stages.back().need[memory] += amount_of(1000);
  auto const misfit = asked.misfit(pieces, now);
  RC_ASSERT(misfit.has_value());
  RC_ASSERT(misfit->until >= now);
  double const last = std::min(misfit->until, now + 50);
  for (double later : {now, now + (last - now) / 3, std::nextafter(last, now), last}) {
    RC_ASSERT(asked.misfit(pieces, later).has_value());
    RC_ASSERT(asked.misfit(with_less(pieces, later), later).has_value());
  }
}

/// But no longer than needed: where all that follows is roomy, there is room once it is over.
RC_GTEST_PROP(StagesRests, MisfitsEndWithTheirPiece, ()) {
  double const end = quarters(1, 10);
  std::vector<Piece> const pieces = {{-for_ever, {0, 0}}, {end, {amount_of(4), amount_of(4)}}};
  Asked asked;
  asked.stages.front().need[memory] += 1;
  double const now = end * *rc::gen::inRange(0, 8) / 8;
  auto const misfit = asked.misfit(pieces, now);
  RC_ASSERT(misfit.has_value());
  RC_ASSERT(misfit->until <= end);
  RC_ASSERT(misfit->until >= end - 1e-6);
}

TEST(StagesRests, ALineThatAnotherShapeTakesIsAskedAgain) {
  Rests rests;
  rests.reset(1u << 20, 100);  // so many servers that a line each is left for few shapes
  rests.refuse(7, 3, 10);
  EXPECT_EQ(rests.refused_until(7, 3), 10);
  EXPECT_EQ(rests.refused_until(8, 3), Rests::not_known);
  for (std::size_t shape = 4; shape < 100; ++shape) rests.refuse(7, shape, 10);
  EXPECT_EQ(rests.refused_until(7, 3), Rests::not_known);
  EXPECT_EQ(rests.refused_until(7, 99), 10);
  rests.forget(7);
  EXPECT_EQ(rests.refused_until(7, 99), Rests::not_known);
}

TEST(StagesRests, AServerRestsUntilTimeOrAShapeWakesIt) {
  Rests rests;
  rests.reset(2, 8);
  auto const never = [](std::size_t) { return for_ever; };
  EXPECT_FALSE(rests.is_at_rest(0, 1, never));
  rests.rest(0, 5);
  EXPECT_TRUE(rests.is_at_rest(0, 4.9, never));
  EXPECT_FALSE(rests.is_at_rest(0, 5, never));
  EXPECT_FALSE(rests.is_at_rest(1, 1, never));
  rests.begins_to_wait(3);
  EXPECT_TRUE(rests.is_at_rest(0, 2, [](std::size_t shape) { return shape == 3 ? 4.0 : 9.0; }));
  EXPECT_FALSE(rests.is_at_rest(0, 4, never));  // it refuses shape 3 until then
  rests.rest(0, 5);
  rests.begins_to_wait(3);
  EXPECT_FALSE(rests.is_at_rest(0, 2, [](std::size_t) { return Rests::not_known; }));
  rests.rest(0, 5);
  rests.forget(0);
  EXPECT_FALSE(rests.is_at_rest(0, 2, never));
}

}  // namespace
}  // namespace fairslot::stages
