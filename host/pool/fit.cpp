#include "host/pool/fit.hpp"

#include <fmt/format.h>

namespace fairslot::pool {
namespace {

std::string user_key(std::size_t user, std::string_view key) {
  return fmt::format("users.{}.{}", user, key);
}

void require_weights(std::string_view mechanism, Takes const& takes, Instance const& in) {
  for (std::size_t i = 0; i < in.N(); ++i)
    for (double const weight : in.weights_of(i)) {
      if (weight == 0 && !takes.zero_weights)
        throw Unfit(user_key(i, "weight"),
                    fmt::format("0 is not allowed for {} (allowed: above 0)", mechanism));
      if (weight != in.weight_of(i) && !takes.resource_weights)
        throw Unfit(user_key(i, "weight"),
                    fmt::format("{} takes one weight a user, not one a resource", mechanism));
    }
}

void require_needs(std::string_view mechanism, Takes const& takes, Instance const& in) {
  auto const require = [&](bool needed, bool there, std::string const& key, char const* allowed) {
    if (needed && !there)
      throw Unfit(key, fmt::format("is missing: {} needs it (allowed: {})", mechanism, allowed));
  };
  require(takes.needs_pool, in.K() > 0, "capacity", "a list of numbers; or servers");
  require(takes.needs_servers, !in.servers.empty(), "servers", "a list of tables with capacity");
  require(takes.needs_utility, !in.utility.empty(), user_key(0, "utility"),
          "a table with kind, of every user");
  require(takes.needs_contribution, !in.contribution.empty(), user_key(0, "contribution"),
          "a number above 0, of every user");
  require(takes.needs_slots, in.slots > 0, user_key(0, "demand_slots"),
          "a list of numbers, one a slot, of every user");
  require(takes.needs_jobs, !in.jobs.empty(), "jobs", "a list of [release, deadline, processing]");
}

}  // namespace

void require_resources(std::string_view mechanism, Instance const& in) {
  for (std::size_t i = 0; i < in.N(); ++i)
    for (std::size_t r = 0; r < in.K(); ++r)
      if (in.demand_of(i)[r] > 0 && in.capacity[r] == 0)
        throw Unfit(user_key(i, "demand"),
                    fmt::format("{} of {}, of which there is nothing, is not allowed for {} "
                                "(allowed: 0; drf:discrete=skip leaves such a user out)",
                                in.demand_of(i)[r], in.resources[r], mechanism));
}

void require_fit(std::string_view mechanism, Takes const& takes, Instance const& in) {
  require_needs(mechanism, takes, in);
  require_weights(mechanism, takes, in);
  if (!takes.left_out) require_resources(mechanism, in);
  if (takes.permitted) return;
  for (std::size_t i = 0; i < in.permitted.size(); ++i)
    if (!in.permitted[i].empty())
      throw Unfit(user_key(i, "servers"),
                  fmt::format("{} divides one pool, which has no permitted servers (allowed: all "
                              "of them; or drfh, tsf, cdrf_g, cmmf, eunomia)",
                              mechanism));
}

}  // namespace fairslot::pool
