#include "host/dfe.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace fairslot {
namespace {

std::vector<double> const unequal{0.1, 0.2, 0.3};

TEST(Dfe, IsAsWorked) {
  Dfe const dfe(unequal);
  std::vector<std::pair<double, double>> const natural{
      {0.25, 0.605873}, {0.5, 1.719151}, {0.9, 2.807618}, {1.1, -3.173097},
      {2, -4.281744},   {5, -6.401315},  {20, -8.912510}};
  for (auto const& [beta, f] : natural) EXPECT_NEAR(dfe.at(beta), f, 5e-7) << beta;
  EXPECT_NEAR(dfe.at(0.5, 0), 2.865251, 5e-7);
  EXPECT_NEAR(dfe.at(2, 0), -3.316625, 5e-7);
  EXPECT_NEAR(dfe.at(5, 0), -4.253929, 5e-7);
  EXPECT_DOUBLE_EQ(dfe.total(), 0.1 + 0.2 + 0.3);
}

TEST(Dfe, HasItsLimits) {
  for (double const beta : {0.3, 0.999, 1.001, 7.0, 500.0})
    EXPECT_NEAR(Dfe(std::vector<double>(8, 1.0 / 8)).at(beta), beta < 1 ? 8 : -8, 1e-9) << beta;
  double entropy = 0;
  for (double const y : unequal) entropy -= y / 0.6 * std::log(y / 0.6);
  EXPECT_NEAR(Dfe(unequal).at(1e-6, 0), std::exp(entropy), 1e-5);
  EXPECT_NEAR(Dfe(unequal).at(1e5), -1 / 0.1, 1e-3);
  EXPECT_NEAR(Dfe(unequal).at(1e5, 0), -0.6 / 0.1, 1e-3);
}

TEST(Dfe, OfVerySmallSharesDoesNotOverflow) {
  std::vector<double> const small{1e-300, 2e-300};
  EXPECT_NEAR(Dfe(small).at(20, 0), Dfe(std::vector<double>{1, 2}).at(20, 0), 1e-9);
}

TEST(Dfe, OfNoShareIsNoNumber) {
  EXPECT_TRUE(std::isnan(Dfe({}).at(5)));
  EXPECT_TRUE(std::isnan(Dfe(unequal).at(1)));
  std::vector<double> const nothing{0, 0}, one_without{0, 0.5};
  EXPECT_TRUE(std::isnan(Dfe(nothing).at(5)));
  EXPECT_EQ(Dfe(one_without).at(5), -std::numeric_limits<double>::infinity());
  EXPECT_DOUBLE_EQ(Dfe(one_without).at(0.5), Dfe(std::vector<double>{0.5}).at(0.5));
}

}  // namespace
}  // namespace fairslot
