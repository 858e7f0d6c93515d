#include "host/pool/max_min.hpp"

#include <algorithm>
#include <cstddef>

namespace fairslot::pool {
namespace {

struct Claim {
  double level;
  std::size_t user;
};

/// Those who are satisfied first come first.
std::vector<Claim> claims_of(std::span<double const> wanted, std::span<double const> weights) {
  std::vector<Claim> claims;
  for (std::size_t i = 0; i < wanted.size(); ++i)
    if (weights[i] > 0) claims.push_back({wanted[i] / weights[i], i});
  std::ranges::stable_sort(claims, {}, &Claim::level);
  return claims;
}

}  // namespace

MaxMinParts max_min_parts(double amount, std::span<double const> wanted,
                          std::span<double const> weights) {
  MaxMinParts parts{std::vector<double>(wanted.size(), 0.0), {}};
  auto const claims = claims_of(wanted, weights);
  std::vector<double> weight_from(claims.size() + 1, 0.0);  // weights of all from there on
  for (std::size_t p = claims.size(); p-- > 0;)
    weight_from[p] = weight_from[p + 1] + weights[claims[p].user];
  double given = 0;
  for (std::size_t p = 0; p < claims.size(); ++p) {
    auto const [level, user] = claims[p];
    if (!parts.level && level > std::max(amount - given, 0.0) / weight_from[p])
      parts.level = std::max(amount - given, 0.0) / weight_from[p];
    parts.amounts[user] = parts.level ? weights[user] * *parts.level : wanted[user];
    if (!parts.level) given += wanted[user];
  }
  return parts;
}

}  // namespace fairslot::pool
