/// Logarithm, exponential and quantiles of the normal distribution with the same bits on every
/// machine: IEEE +, -, *, / and sqrt in a fixed order, where libm's functions differ. Within some
/// units of the last place.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace fairslot::distributions::portable {

// ln 2 in two parts: a whole number of up to 20 bits times the first is exact.
inline constexpr double ln2_high = 6.93147180369123816490e-01, ln2_low = 1.90821492927058770002e-10;

/// Of a positive normal number m 2^e with m near 1: e ln 2 + 2 (s + s^3/3 + ...), s = (m-1)/(m+1).
constexpr double log(double x) {
  constexpr std::uint64_t mantissa = (std::uint64_t{1} << 52) - 1;
  auto const bits = std::bit_cast<std::uint64_t>(x);
  int exponent = static_cast<int>(bits >> 52) - 1023;
  auto m = std::bit_cast<double>((bits & mantissa) | std::uint64_t{1023} << 52);
  if (m > 1.4142135623730951) m *= 0.5, ++exponent;
  double const s = (m - 1) / (m + 1), square = s * s;
  constexpr std::array<double, 10> terms = {1.0 / 3,  1.0 / 5,  1.0 / 7,  1.0 / 9,  1.0 / 11,
                                            1.0 / 13, 1.0 / 15, 1.0 / 17, 1.0 / 19, 1.0 / 21};
  double sum = 0;
  for (std::size_t i = terms.size(); i-- > 0;) sum = (sum + terms[i]) * square;
  return exponent * ln2_high + (2 * s + (2 * s * sum + exponent * ln2_low));
}

/// For results that are normal numbers: 2^k (1 + r + r^2/2! + ...), x = k ln 2 + r.
constexpr double exp(double x) {
  auto const k = static_cast<int>(x / (ln2_high + ln2_low) + (x < 0 ? -0.5 : 0.5));
  double const r = (x - k * ln2_high) - k * ln2_low;
  constexpr auto inverse_factorials = [] {
    std::array<double, 15> inverses{};
    double factorial = 1;
    for (std::size_t i = 0; i < inverses.size(); ++i) {
      if (i > 0) factorial *= static_cast<double>(i);
      inverses[i] = 1 / factorial;
    }
    return inverses;
  }();
  double sum = 0;
  for (std::size_t i = inverse_factorials.size(); i-- > 0;) sum = sum * r + inverse_factorials[i];
  return sum * std::bit_cast<double>(static_cast<std::uint64_t>(k + 1023) << 52);
}

/// x^y for a positive x.
constexpr double power(double x, double y) { return exp(y * log(x)); }

template <std::size_t n>
constexpr double polynomial(std::array<double, n> const& from_highest, double x) {
  double sum = 0;
  for (double const coefficient : from_highest) sum = sum * x + coefficient;
  return sum;
}

/// The standard normal variable is below the result with probability u in (0, 1): Wichura 1988,
/// algorithm AS 241 (PPND16).
inline double normal_quantile(double u) {
  using Eight = std::array<double, 8>;
  double const q = u - 0.5;
  if (q >= -0.425 && q <= 0.425) {
    constexpr Eight above = {2.5090809287301226727e+3, 3.3430575583588128105e+4,
                             6.7265770927008700853e+4, 4.5921953931549871457e+4,
                             1.3731693765509461125e+4, 1.9715909503065514427e+3,
                             1.3314166789178437745e+2, 3.3871328727963666080e+0};
    constexpr Eight below = {5.2264952788528545610e+3, 2.8729085735721942674e+4,
                             3.9307895800092710610e+4, 2.1213794301586595867e+4,
                             5.3941960214247511077e+3, 6.8718700749205790830e+2,
                             4.2313330701600911252e+1, 1.0};
    double const r = 0.180625 - q * q;
    return polynomial(above, r) * q / polynomial(below, r);
  }
  double const r = std::sqrt(-log(q < 0 ? u : 1 - u));
  double x = 0;
  if (r <= 5) {
    constexpr Eight above = {7.74545014278341407640e-4, 2.27238449892691845833e-2,
                             2.41780725177450611770e-1, 1.27045825245236838258e+0,
                             3.64784832476320460504e+0, 5.76949722146069140550e+0,
                             4.63033784615654529590e+0, 1.42343711074968357734e+0};
    constexpr Eight below = {1.05075007164441684324e-9, 5.47593808499534494600e-4,
                             1.51986665636164571966e-2, 1.48103976427480074590e-1,
                             6.89767334985100004550e-1, 1.67638483018380384940e+0,
                             2.05319162663775882187e+0, 1.0};
    x = polynomial(above, r - 1.6) / polynomial(below, r - 1.6);
  } else {
    constexpr Eight above = {2.01033439929228813265e-7, 2.71155556874348757815e-5,
                             1.24266094738807843860e-3, 2.65321895265761230930e-2,
                             2.96560571828504891230e-1, 1.78482653991729133580e+0,
                             5.46378491116411436990e+0, 6.65790464350110377720e+0};
    constexpr Eight below = {2.04426310338993978564e-15, 1.42151175831644588870e-7,
                             1.84631831751005468180e-5,  7.86869131145613259100e-4,
                             1.48753612908506148525e-2,  1.36929880922735805310e-1,
                             5.99832206555887937690e-1,  1.0};
    x = polynomial(above, r - 5) / polynomial(below, r - 5);
  }
  return q < 0 ? -x : x;
}

}  // namespace fairslot::distributions::portable
