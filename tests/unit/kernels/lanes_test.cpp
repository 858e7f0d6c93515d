// What lanes say side by side is what their numbers say one by one, whichever registers they are
// in.
#include "kernels/primitives/lanes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "gtest/gtest.h"
#include "kernels/primitives/simd.hpp"

namespace fairslot {
namespace {

using lanes::Bytes;
using lanes::Doubles;
using lanes::Floats;
using lanes::Ints;
using lanes::Longs;
using lanes::Words;

constexpr int rounds = 300;

template <class T>
std::vector<T> corners() {
  std::vector<T> values = {T(0), T(1), T(2), T(3), std::numeric_limits<T>::max()};
  if constexpr (std::is_floating_point_v<T>)
    values.insert(values.end(), {T(-0.0), T(-1.5), std::numeric_limits<T>::infinity(),
                                 std::numeric_limits<T>::denorm_min()});
  else if constexpr (std::is_signed_v<T>)
    values.insert(values.end(), {T(-1), std::numeric_limits<T>::min()});
  return values;
}

/// Any bits, few values that come again and again, and corners. Below `limit` where that is not 0.
template <class T>
class Draw {
 public:
  explicit Draw(T limit = 0) : limit_(limit) {}
  T operator()() {
    auto const& known = corners_;
    if (random_() % 4 == 0) return bounded(known[random_() % known.size()]);
    if (random_() % 2 == 0) return bounded(static_cast<T>(random_() % 5));
    if constexpr (std::is_floating_point_v<T>)
      return static_cast<T>(static_cast<double>(random_() >> 11) * 0x1p-40 - 4096.0);
    else
      return bounded(static_cast<T>(random_() >> random_() % 64));
  }
  std::vector<T> some(int n) {
    std::vector<T> x(static_cast<std::size_t>(n));
    std::generate(x.begin(), x.end(), std::ref(*this));
    return x;
  }
  std::uint64_t mask() { return random_() & (random_() % 2 ? random_() : ~std::uint64_t{0}); }

 private:
  T bounded(T x) const {
    if constexpr (std::is_integral_v<T>)
      if (limit_ != 0) return static_cast<T>(x % limit_);
    return x;
  }
  T limit_;
  std::mt19937_64 random_{42};
  std::vector<T> corners_ = corners<T>();
};

template <class L, class T>
std::vector<T> stored(L const& lanes, std::vector<T> const& like) {
  std::vector<T> x(like.size());
  lanes.store(x.data());
  return x;
}

/// Equal to the bit; no lane gives a number that is none where another does not.
template <class T>
void expect_same(std::vector<T> const& found, std::vector<T> const& wanted, char const* what) {
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if constexpr (std::is_floating_point_v<T>) {
      if (std::isnan(wanted[i]) && std::isnan(found[i])) continue;
      EXPECT_EQ(std::signbit(found[i]), std::signbit(wanted[i])) << what << " in lane " << i;
    }
    EXPECT_EQ(found[i], wanted[i]) << what << " in lane " << i;
  }
}

template <class L, class T, class Side, class One>
void expect_each(Draw<T>& draw, char const* what, Side side, One one) {
  for (int round = 0; round < rounds; ++round) {
    std::vector<T> const a = draw.some(L::size), b = draw.some(L::size);
    std::vector<T> wanted(a.size());
    for (std::size_t i = 0; i < a.size(); ++i) wanted[i] = one(a[i], b[i]);
    expect_same(stored(side(L::load(a.data()), L::load(b.data())), a), wanted, what);
  }
}

template <class L, class T, class Side, class One>
void expect_mask(Draw<T>& draw, char const* what, Side side, One one) {
  for (int round = 0; round < rounds; ++round) {
    std::vector<T> const a = draw.some(L::size), b = draw.some(L::size);
    std::uint64_t wanted = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
      wanted |= static_cast<std::uint64_t>(one(a[i], b[i])) << i;
    EXPECT_EQ(std::uint64_t(side(L::load(a.data()), L::load(b.data()))), wanted) << what;
  }
}

template <class L, class T>
void expect_select(Draw<T>& draw) {
  for (int round = 0; round < rounds; ++round) {
    std::vector<T> const a = draw.some(L::size), b = draw.some(L::size);
    std::uint64_t const mask = draw.mask();
    std::vector<T> wanted(a.size());
    for (std::size_t i = 0; i < a.size(); ++i) wanted[i] = mask >> i & 1 ? a[i] : b[i];
    auto const lanes =
        select(static_cast<std::uint32_t>(mask), L::load(a.data()), L::load(b.data()));
    expect_same(stored(lanes, a), wanted, "select");
    expect_same(stored(L::all(a[0]), a), std::vector<T>(a.size(), a[0]), "all");
  }
}

template <class L, class T, class Side>
void expect_of_all(Draw<T>& draw, char const* what, Side side, T (*one)(T, T)) {
  for (int round = 0; round < rounds; ++round) {
    std::vector<T> const a = draw.some(L::size);
    T wanted = a[0];
    for (T const x : a) wanted = one(wanted, x);
    EXPECT_EQ(side(L::load(a.data())), wanted) << what;
  }
}

template <class L, class T>
void expect_store_close(Draw<T>& draw) {
  for (int round = 0; round < rounds; ++round) {
    std::vector<T> const a = draw.some(L::size);
    std::uint64_t const mask = draw.mask();
    std::vector<T> wanted;
    for (std::size_t i = 0; i < a.size(); ++i)
      if (mask >> i & 1) wanted.push_back(a[i]);
    std::vector<T> found(a.size() + 1, T(7));  // nothing behind them may change
    store_close(static_cast<std::uint32_t>(mask & ((std::uint64_t{1} << L::size) - 1)),
                L::load(a.data()), found.data());
    EXPECT_EQ(found.back(), T(7));
    found.resize(wanted.size());
    EXPECT_EQ(found, wanted);
  }
}

template <class L, class T>
void expect_store_one(Draw<T>& draw) {
  for (int i = 0; i < 4 * L::size; ++i) {
    std::vector<T> x = draw.some(4 * L::size), wanted = x;
    simd::store(x.data(), i, wanted[static_cast<std::size_t>(i)] = T(5));
    expect_same(x, wanted, "store");
  }
}

TEST(Lanes, Doubles) {
  Draw<double> draw;
  using L = Doubles;
  auto const each = [&](char const* what, auto f) { expect_each<L>(draw, what, f, f); };
  each("+", [](auto a, auto b) { return a + b; });
  each("-", [](auto a, auto b) { return a - b; });
  each("*", [](auto a, auto b) { return a * b; });
  each("/", [](auto a, auto b) { return a / b; });
  expect_each<L>(
      draw, "abs", [](L a, L) { return abs(a); }, [](double a, double) { return std::fabs(a); });
  expect_each<L>(
      draw, "sqrt", [](L a, L) { return sqrt(abs(a)); },
      [](double a, double) { return std::sqrt(std::fabs(a)); });
  expect_each<L>(
      draw, "greater", [](L a, L b) { return greater(a, b); },
      [](double a, double b) { return a > b ? a : b; });
  expect_each<L>(
      draw, "lesser", [](L a, L b) { return lesser(a, b); },
      [](double a, double b) { return a < b ? a : b; });
  expect_mask<L>(
      draw, "less", [](L a, L b) { return less(a, b); }, std::less<double>());
  expect_mask<L>(
      draw, "equal", [](L a, L b) { return equal(a, b); }, std::equal_to<double>());
  double (*const lesser_one)(double, double) = [](double a, double b) { return std::min(a, b); };
  expect_of_all<L, double>(
      draw, "least", [](L a) { return least(a); }, lesser_one);
  expect_of_all<L, double>(
      draw, "first of all_least", [](L a) { return first_of(all_least(a)); }, lesser_one);
  for (int round = 0; round < rounds; ++round) {
    std::vector<double> const a = draw.some(L::size);
    EXPECT_EQ(stored(all_least(L::load(a.data())), a),
              std::vector<double>(a.size(), *std::ranges::min_element(a)));
  }
  expect_select<L>(draw);
  expect_store_one<L>(draw);
}

TEST(Lanes, Longs) {
  Draw<std::int64_t> draw;
  using L = Longs;
  Draw<std::int64_t> addends(std::int64_t{1} << 62);  // no sum of two overflows
  expect_each<L>(
      addends, "+", [](L a, L b) { return a + b; }, std::plus<std::int64_t>());
  expect_each<L>(
      addends, "-", [](L a, L b) { return a - b; }, std::minus<std::int64_t>());
  expect_each<L>(
      draw, "^", [](L a, L b) { return a ^ b; }, std::bit_xor<std::int64_t>());
  using T = std::int64_t;
  expect_each<L>(
      draw, "lesser", [](L a, L b) { return lesser(a, b); },
      [](T a, T b) { return std::min(a, b); });
  expect_each<L>(
      draw, "greater", [](L a, L b) { return greater(a, b); },
      [](T a, T b) { return std::max(a, b); });
  expect_mask<L>(
      draw, "less", [](L a, L b) { return less(a, b); }, std::less<T>());
  expect_mask<L>(
      draw, "equal", [](L a, L b) { return equal(a, b); }, std::equal_to<T>());
  expect_of_all<L, T>(
      draw, "least", [](L a) { return least(a); }, [](T a, T b) { return std::min(a, b); });
  expect_select<L>(draw);
  expect_store_close<L>(draw);
  expect_store_one<L>(draw);
}

TEST(Lanes, LongsBecomeDoublesRoundedOnce) {
  Draw<std::int64_t> draw;
  std::mt19937_64 random(7);
  for (int round = 0; round < 100 * rounds; ++round) {
    std::vector<std::int64_t> a = draw.some(Longs::size);
    // Just beside the middle between two doubles.
    auto const tie = static_cast<std::int64_t>((random() >> random() % 11 | 1) << 10);
    a[0] = tie, a[1] = tie + 1, a[2] = tie - 1, a[3] = -tie;
    std::vector<double> wanted(a.size());
    std::transform(a.begin(), a.end(), wanted.begin(), [](auto x) { return double(x); });
    expect_same(stored(to_doubles(Longs::load(a.data())), wanted), wanted, "to_doubles");
    std::vector<std::int64_t> bits(a.size());
    bits_of(Doubles::load(wanted.data())).store(bits.data());
    for (std::size_t i = 0; i < a.size(); ++i)
      EXPECT_EQ(bits[i], static_cast<std::int64_t>(bits_of(wanted[i])));
  }
}

TEST(Lanes, EachOfARowIsLoaded) {
  Draw<std::int64_t> draw;
  Draw<std::int32_t> small;
  for (int round = 0; round < rounds; ++round) {
    std::vector<std::int64_t> const x = draw.some(8 * 3);
    std::vector<double> const y(x.begin(), x.end());
    auto const mask = round % 2 == 0 ? 0xffu : static_cast<std::uint32_t>(draw.mask() & 0xff);
    std::vector<double> wanted(8);
    for (std::size_t i = 0; i < 8; ++i) wanted[i] = mask >> i & 1 ? double(x[3 * i]) : 0.0;
    expect_same(stored(lanes::load_each<3>(x.data(), mask), wanted), wanted, "load_each");
    expect_same(stored(lanes::load_each<3>(y.data(), mask), wanted), wanted, "load_each");
    std::vector<std::int32_t> const z = small.some(8);
    expect_same(stored(lanes::load_doubles(z.data()), wanted),
                std::vector<double>(z.begin(), z.end()), "load_doubles");
  }
}

TEST(Lanes, Ints) {
  Draw<std::int32_t> draw;
  using L = Ints;
  using T = std::int32_t;
  expect_each<L>(
      draw, "|", [](L a, L b) { return a | b; }, std::bit_or<T>());
  expect_each<L>(
      draw, "lesser", [](L a, L b) { return lesser(a, b); },
      [](T a, T b) { return std::min(a, b); });
  expect_each<L>(
      draw, "greater", [](L a, L b) { return greater(a, b); },
      [](T a, T b) { return std::max(a, b); });
  expect_mask<L>(
      draw, "at_least", [](L a, L b) { return at_least(a, b); }, std::greater_equal<T>());
  expect_mask<L>(
      draw, "at_least of some", [](L a, L b) { return at_least(0xa5c3u, a, b) | 0x5a3cu; },
      [i = 0](T a, T b) mutable { return !(0xa5c3u >> (i++ % 16) & 1) || a >= b; });
  expect_mask<L>(
      draw, "equal", [](L a, L b) { return equal(a, b); }, std::equal_to<T>());
  expect_mask<L>(
      draw, "overlap", [](L a, L b) { return overlap(a, b); },
      [](T a, T b) { return (a & b) != 0; });
  expect_of_all<L, T>(
      draw, "united", [](L a) { return united(a); }, [](T a, T b) { return a | b; });
  expect_of_all<L, T>(
      draw, "greatest", [](L a) { return greatest(a); }, [](T a, T b) { return std::max(a, b); });
  expect_select<L>(draw);
  expect_store_close<L>(draw);
  expect_store_one<L>(draw);
}

TEST(Lanes, Floats) {
  Draw<float> draw;
  using L = Floats;
  auto const each = [&](char const* what, auto f) { expect_each<L>(draw, what, f, f); };
  each("+", [](auto a, auto b) { return a + b; });
  each("-", [](auto a, auto b) { return a - b; });
  expect_each<L>(
      draw, "abs", [](L a, L) { return abs(a); }, [](float a, float) { return std::fabs(a); });
  expect_each<L>(
      draw, "greater", [](L a, L b) { return greater(a, b); },
      [](float a, float b) { return a > b ? a : b; });
  expect_each<L>(
      draw, "lesser", [](L a, L b) { return lesser(a, b); },
      [](float a, float b) { return a < b ? a : b; });
  expect_mask<L>(
      draw, "less_equal", [](L a, L b) { return less_equal(a, b); }, std::less_equal<float>());
  expect_of_all<L, float>(
      draw, "least", [](L a) { return least(a); }, [](float a, float b) { return std::min(a, b); });
  expect_of_all<L, float>(
      draw, "greatest", [](L a) { return greatest(a); },
      [](float a, float b) { return std::max(a, b); });
  expect_select<L>(draw);
}

TEST(Lanes, Bytes) {
  Draw<std::uint8_t> draw;
  using L = Bytes;
  using T = std::uint8_t;
  expect_mask<L>(
      draw, "at_least", [](L a, L b) { return at_least(a, b); }, std::greater_equal<T>());
  for (int round = 0; round < rounds; ++round) {
    std::vector<T> const a = draw.some(L::size), b = draw.some(L::size);
    std::uint64_t const mask = draw.mask();
    std::uint64_t zero = 0;
    std::vector<T> up = a, sixteens(a.size()), thirties(a.size());
    for (std::size_t i = 0; i < a.size(); ++i) {
      if (mask >> i & 1) ++up[i];
      zero |= std::uint64_t{a[i] == 0} << i;
      sixteens[i] = b[i / 16];
      thirties[i] = b[i / 32];
    }
    std::vector<T> counts = up;
    simd::count_down(counts.data(), mask);
    expect_same(counts, a, "count_down");
    expect_same(stored(L::repeat<16>(b.data()), a), sixteens, "repeat<16>");
    expect_same(stored(L::repeat<32>(b.data()), a), thirties, "repeat<32>");
    expect_same(stored(L::all(a[0]), a), std::vector<T>(a.size(), a[0]), "all");
    EXPECT_EQ(simd::zeros(a.data(), mask), zero & mask);
  }
}

TEST(Lanes, BitCounts) {
  Draw<std::uint8_t> draw;
  for (int round = 0; round < rounds; ++round) {
    std::vector<std::uint8_t> expected(64), counts(64, 7);
    simd::BitCounts found;
    for (int words = draw.some(1)[0]; words > 0; --words) {
      std::uint64_t const word = draw.mask();
      found.count(word);
      for (std::size_t i = 0; i < expected.size(); ++i)
        expected[i] = static_cast<std::uint8_t>(expected[i] + (word >> i & 1));
    }
    found.store(counts.data());
    expect_same(counts, expected, "counts");
  }
}

TEST(Lanes, Words) {
  Draw<std::uint16_t> draw, small(0x8000);
  using L = Words;
  using T = std::uint16_t;
  expect_each<L>(
      small, "+", [](L a, L b) { return a + b; }, [](T a, T b) { return static_cast<T>(a + b); });
  expect_each<L>(
      small, "distance", [](L a, L b) { return distance(a, b); },
      [](T a, T b) { return static_cast<T>(a > b ? a - b : b - a); });
  expect_each<L>(
      draw, "lesser", [](L a, L b) { return lesser(a, b); },
      [](T a, T b) { return std::min(a, b); });
  expect_mask<L>(
      draw, "less_equal", [](L a, L b) { return less_equal(a, b); }, std::less_equal<T>());
  expect_of_all<L, T>(
      draw, "least", [](L a) { return least(a); }, [](T a, T b) { return std::min(a, b); });
  expect_of_all<L, T>(
      draw, "greatest", [](L a) { return greatest(a); }, [](T a, T b) { return std::max(a, b); });
  expect_select<L>(draw);
}

TEST(Lanes, SixtyFourAtATime) {
  Draw<std::int32_t> draw;
  Draw<std::int64_t> keys;
  for (int round = 0; round < rounds; ++round) {
    std::vector<std::int32_t> const x = draw.some(2 * 64), limit = draw.some(2);
    std::uint64_t const mask = keys.mask();
    std::vector<std::int64_t> const key = keys.some(64);
    std::uint64_t least_of = 0, most_of = 0, equal = 0, column = 0, same = 0, overlapping = 0;
    std::int64_t least = int64_max, least_of_eight = int64_max;
    for (std::size_t i = 0; i < 64; ++i) {
      least_of |= std::uint64_t{x[i] >= limit[0] && x[64 + i] >= limit[1]} << i;
      most_of |= std::uint64_t{x[i] <= limit[0] && x[64 + i] <= limit[1]} << i;
      equal |= std::uint64_t{key[i] == key[5]} << i;
      column |= (std::uint64_t(key[i]) >> 17 & 1) << i;
      same |= std::uint64_t{x[i] == x[7]} << i;
      overlapping |= std::uint64_t{(x[i] & x[7]) != 0} << i;
      if (i < 8 && mask >> i & 1) least_of_eight = std::min(least_of_eight, key[i]);
      if (mask >> i & 1) least = std::min(least, key[i]);
    }
    EXPECT_EQ(simd::at_least<2>(x.data(), 64, limit.data()), least_of);
    EXPECT_EQ(simd::at_most<2>(mask, x.data(), 64, limit.data(), 1), most_of & mask);
    EXPECT_EQ(simd::equal_of(key.data(), mask, key[5]), equal & mask);
    EXPECT_EQ(simd::equal_to(key.data(), 64, key[5]), equal);
    EXPECT_EQ(simd::equal_to(key.data(), 8, key[5]), equal & 0xff);
    EXPECT_EQ(simd::equal_to(x.data(), x[7]), same);
    EXPECT_EQ(simd::overlapping(x.data(), x[7]), overlapping);
    EXPECT_EQ(simd::least_of_eight(key.data(), static_cast<std::uint32_t>(mask & 0xff)),
              least_of_eight);
    EXPECT_EQ(simd::column(reinterpret_cast<std::uint64_t const*>(key.data()), 64, 17), column);
    EXPECT_EQ(simd::least_of(key.data(), mask), least);
    if (mask == 0) continue;
    int const first = simd::first_least(key.data(), mask);
    EXPECT_EQ(key[static_cast<std::size_t>(first)], least);
    EXPECT_EQ(mask & ((std::uint64_t{1} << first) - 1) & simd::equal_of(key.data(), mask, least),
              0u);
  }
}

}  // namespace
}  // namespace fairslot
