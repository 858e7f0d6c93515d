// Named distributions: their law, their moments, their bits, their texts.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>

#include "host/distributions/distribution.hpp"
#include "host/distributions/portable_math.hpp"
#include "host/error.hpp"
#include "host/random.hpp"
#include "host/sha256.hpp"
#include "tests/folder.hpp"

namespace fairslot::distributions {
namespace {

constexpr int draws = 200'000;
/// Kolmogorov's bound at which one of a thousand samples of the right law would fail; this one is
/// always the same.
double const bound = 1.95 / std::sqrt(draws);

std::vector<std::int64_t> sample_of(std::string const& text) {
  Distribution const distribution(text);
  Random const random(7, 0);
  std::vector<std::int64_t> values;
  for (std::uint32_t i = 0; i < draws; ++i)
    values.push_back(distribution.draw(random.bits(Draw::tasks, 0, i)));
  std::ranges::sort(values);
  return values;
}

using Cdf = std::function<double(double)>;

/// The largest distance between the parts of the sample and of the law at or below a value. `step`:
/// of the grid that values are rounded to.
double distance(std::vector<std::int64_t> const& values, Cdf const& cdf, double step = 1) {
  double most = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i + 1 < values.size() && values[i + 1] == values[i]) continue;
    bool const last = i + 1 == values.size();  // the cap
    double const expected = last ? 1 : cdf(static_cast<double>(values[i]) + step / 2);
    most = std::max(most, std::abs(static_cast<double>(i + 1) / draws - expected));
  }
  return most;
}

double normal_cdf(double z) { return std::erfc(-z / std::sqrt(2.0)) / 2; }

struct LawTest {
  std::string text, mutant;  ///< the mutant is not of this law
  Cdf cdf;
  double step = 1;
};

std::vector<LawTest> const laws_tested = {
    {"exponential:mean=5000", "exponential:mean=5100",
     [](double x) { return 1 - std::exp(-x / 5000); }},
    {"exponential:mean=5000,least=3,step=250,most=20003", "exponential:mean=5100,least=3,step=250",
     [](double x) { return 1 - std::exp(-x / 5000); }, 250},
    {"lognormal:median=600,sigma=1.4", "lognormal:median=600,sigma=1.37",
     [](double x) { return normal_cdf(std::log(x / 600) / 1.4); }},
    {"weibull:shape=0.7,scale=1000", "weibull:shape=0.72,scale=1000",
     [](double x) { return 1 - std::exp(-std::pow(x / 1000, 0.7)); }},
    {"weibull:shape=3,scale=1000", "weibull:shape=3,scale=1010",
     [](double x) { return 1 - std::exp(-std::pow(x / 1000, 3)); }},
    {"pareto:shape=1.2,scale=100,most=20000", "pareto:shape=1.23,scale=100,most=20000",
     [](double x) { return x < 100 ? 0 : 1 - std::pow(100 / x, 1.2); }},
    {"uniform:least=5,most=1004", "uniform:least=5,most=1024",
     [](double x) { return (x - 4.5) / 1000; }},
    {"uniform:least=100,most=1000,step=100", "uniform:least=100,most=1100,step=100",
     [](double x) { return (x - 50) / 1000; }, 100},
    {"zipf:exponent=0.9,ranks=500", "zipf:exponent=0.92,ranks=500",
     [](double x) {
       double below = 0, all = 0;
       for (int k = 1; k <= 500; ++k) (k <= x ? below : all) += std::pow(k, -0.9);
       return below / (below + all);
     }},
    {"empirical:0*3,10*5,1000*2", "empirical:0*32,10*48,1000*20",
     [](double x) { return x < 10     ? 0.3
                           : x < 1000 ? 0.8
                                      : 1; }},
};

TEST(Distributions, SamplesAreOfTheirLaws) {
  for (LawTest const& law : laws_tested) {
    EXPECT_LT(distance(sample_of(law.text), law.cdf, law.step), bound) << law.text;
    EXPECT_GT(distance(sample_of(law.mutant), law.cdf, law.step), bound) << law.mutant;
  }
}

struct Moments {
  std::string text;
  double mean, deviation;
};

TEST(Distributions, SamplesHaveTheirMoments) {
  double const g1 = std::tgamma(1 + 1 / 0.7), g2 = std::tgamma(1 + 2 / 0.7);
  // Of a Pareto variable that is cut to `cap`.
  double const scale = 100, cap = 20000, shape = 1.2;
  double const tail = std::pow(scale / cap, shape);
  double const mean = (scale * shape - cap * tail * shape) / (shape - 1) + cap * tail;
  double const square =
      shape * scale * scale / (2 - shape) * (std::pow(cap / scale, 2 - shape) - 1) +
      cap * cap * tail;
  for (Moments const& m : std::vector<Moments>{
           {"constant:value=17", 17, 0},
           {"uniform:least=5,most=1004", 504.5, std::sqrt((1e6 - 1) / 12)},
           {"exponential:mean=5000", 5000, 5000},
           {"lognormal:median=6000,sigma=0.8", 6000 * std::exp(0.32),
            6000 * std::exp(0.32) * std::sqrt(std::exp(0.64) - 1)},
           {"weibull:shape=0.7,scale=10000", 1e4 * g1, 1e4 * std::sqrt(g2 - g1 * g1)},
           {"pareto:shape=1.2,scale=100,most=20000", mean, std::sqrt(square - mean * mean)},
           {"empirical:0*3,10*5,1000*2", 205, std::sqrt(200050 - 205.0 * 205)}}) {
    double sum = 0, squares = 0;
    for (std::int64_t const value : sample_of(m.text)) {
      sum += static_cast<double>(value);
      squares += (static_cast<double>(value) - m.mean) * (static_cast<double>(value) - m.mean);
    }
    EXPECT_NEAR(sum / draws, m.mean, 4 * m.deviation / std::sqrt(draws)) << m.text;
    EXPECT_NEAR(std::sqrt(squares / draws), m.deviation, 0.03 * m.deviation) << m.text;
    auto const itself = [](std::int64_t value) { return static_cast<double>(value); };
    EXPECT_NEAR(Distribution(m.text).mean(itself), m.mean, 0.02 * m.mean) << m.text;
  }
}

// Part of every result: never to change unnoticed, nor from machine to machine.
TEST(Distributions, DrawTheSameEverywhere) {
  std::string bits;
  for (LawTest const& law : laws_tested)
    for (std::int64_t const value : sample_of(law.text)) bits += std::to_string(value) + ",";
  EXPECT_EQ(sha256(bits), "6bbaa0fbc2c6dfbd7e276f5ce9d29613b988a30eba9dc2be2879b01954cac97c");
  auto const draw = [](std::string const& text, std::uint64_t random) {
    return Distribution(text).draw(random);
  };
  EXPECT_EQ(draw("lognormal:median=1000000,sigma=2", 0x123456789abcdef0), 53124);
  EXPECT_EQ(draw("weibull:shape=0.5,scale=1000000", 0xfedcba9876543210), 29334144);
  EXPECT_EQ(draw("pareto:shape=0.5,scale=1000", 0xc000000000000000), 16000);
}

TEST(Distributions, EndsOfTheRandomNumbersAreDrawn) {
  constexpr std::uint64_t highest = ~std::uint64_t{0};
  for (auto const& [text, ends] : std::map<std::string, std::pair<std::int64_t, std::int64_t>>{
           {"uniform:least=3,most=9", {3, 9}},
           {"exponential:mean=100", {1, 3674}},
           {"exponential:mean=100,least=0", {0, 3674}},
           {"lognormal:median=100,sigma=0", {100, 100}},
           {"pareto:shape=0.1", {1, most_value}},
           {"weibull:shape=0.1,scale=1e9", {1, most_value}},
           {"zipf:ranks=7", {1, 7}},
           {"empirical:4*1099511627776,8", {4, 8}},
           {"empirical:4,8", {4, 8}}}) {
    EXPECT_EQ(Distribution(text).draw(0), ends.first) << text;
    EXPECT_EQ(Distribution(text).draw(highest), ends.second) << text;
  }
}

TEST(Distributions, KnowTheirRange) {
  struct Range {
    std::string text;
    std::int64_t least, most, size;
  };
  for (Range const& r :
       std::vector<Range>{{"constant:value=0", 0, 0, 1},
                          {"uniform:least=2,most=11,step=4", 2, 11, 4},
                          {"exponential:least=500,most=2000,step=500", 500, 2000, 4},
                          {"zipf:ranks=9", 1, 9, 9},
                          {"empirical:5,5*2,90", 5, 90, 2}}) {
    Distribution const d(r.text);
    EXPECT_EQ(std::tuple(d.least(), d.most(), d.size()), std::tuple(r.least, r.most, r.size))
        << r.text;
    for (std::uint64_t i = 0; i < 1000; ++i) {
      std::int64_t const value = d.draw(i << 54);
      EXPECT_TRUE(value >= r.least && value <= r.most) << r.text;
    }
  }
}

TEST(PortableMath, IsNearTheTrueValues) {
  for (int i = 0; i < 235; ++i) {
    double const x = 1e-16 * std::pow(1.37, i);
    EXPECT_NEAR(portable::log(x), std::log(x), 4e-16 * std::max(1.0, std::abs(std::log(x)))) << x;
    EXPECT_NEAR(portable::power(x, 0.3) / std::pow(x, 0.3), 1, 1e-14) << x;
  }
  for (int i = 0; i < 821; ++i) {
    double const x = -300 + 0.731 * i;
    EXPECT_NEAR(portable::exp(x) / std::exp(x), 1, 4e-16) << x;
  }
  for (int i = 0; i < 44; ++i) {
    double const z = -8 + 0.37 * i;
    double const u = normal_cdf(z);
    if (u > 0.9) continue;  // one less u has lost its digits
    EXPECT_NEAR(portable::normal_quantile(u), z, 1e-13 * std::max(1.0, std::abs(z)));
  }
  static_assert(portable::log(1) == 0 && portable::exp(0) == 1);
}

TEST(Distributions, HaveOneTextAMeaning) {
  for (auto const& [text, canonical] : std::map<std::string, std::string>{
           {"constant", "constant"},
           {"constant:value=1", "constant"},
           {"pareto:most=100,shape=1.50", "pareto:most=100"},
           {"lognormal:sigma=0.5,median=1e3", "lognormal:median=1000,sigma=0.5"},
           {"empirical:9*3,1*1,9*2", "empirical:1,9*5"}}) {
    EXPECT_EQ(Distribution(text).text(), canonical);
    EXPECT_EQ(Distribution(canonical).text(), canonical);
  }
}

TEST(Distributions, RefuseOtherTexts) {
  for (auto const& [text, part] : std::map<std::string, std::string>{
           {"parteo", "did you mean 'pareto'?"},
           {"", "unknown distribution ''"},
           {"pareto:shap=1", "did you mean 'shape'?"},
           {"pareto:shape=0", "a number, 0.1 to 100; default 1.5"},
           {"pareto:shape=nan", "shape=nan is not a value"},
           {"constant:value=-1", "an integer, 0 to 1073741824"},
           {"uniform:least=9,most=8", "least=9 is above most (allowed: 0 to 8)"},
           {"pareto:", "nothing after ':'"},
           {"empirical", "allowed: VALUE*COUNT"},
           {"empirical:", "allowed: VALUE*COUNT"},
           {"empirical:1*2,", "allowed: VALUE*COUNT"},
           {"empirical:1*0", "\"1*0\""},
           {"empirical:1*2*3", "\"1*2*3\""},
           {"empirical:1073741825", "values 0 to 1073741824"},
           {"empirical:x=1", "\"x=1\""}}) {
    try {
      Distribution const accepted(text);
      ADD_FAILURE() << text;
    } catch (SpecError const& error) {
      EXPECT_THAT(error.what(), testing::HasSubstr(part)) << text;
      EXPECT_THAT(error.what(), testing::Not(testing::HasSubstr("\n"))) << text;
    }
  }
}

class EmpiricalFile : public FolderTest {};

TEST_F(EmpiricalFile, IsWrittenOut) {
  put("a.csv", "value,count\n10,3\r\n7,1\n10,2\n\n");
  put("b.csv", "5,4\n");
  std::string const folder = path("");
  EXPECT_EQ(with_counts("empirical:file=a.csv", folder), "empirical:7,10*5");
  EXPECT_EQ(with_counts("empirical:file=" + path("b.csv"), "/elsewhere"), "empirical:5*4");
  EXPECT_EQ(with_counts("empirical:1*2", folder), "empirical:1*2");
  for (std::string const bad : {"5,4\nx,1\n", "5;4\n5;4\n", "", "a,b\nc,d\n", "5,-1\n", "5,0\n",
                                "-5,2\n7,1\n", "\"5\",2\n7,1\n", " 5,2\n7,1\n",
                                "\xEF\xBB\xBF"
                                "5,2\n7,1\n"}) {
    put("bad.csv", bad);
    EXPECT_THROW(with_counts("empirical:file=bad.csv", folder), SpecError) << bad;
  }
  EXPECT_THROW(with_counts("empirical:file=none.csv", folder), InputError);
}

}  // namespace
}  // namespace fairslot::distributions
