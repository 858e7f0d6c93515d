#include "host/pool/fit.hpp"

#include <fmt/format.h>

#include <algorithm>

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

/// What of an instance a mechanism may need.
struct Need {
  bool Takes::*needed;
  std::string_view key, allowed;
  bool (*given)(Instance const&);
  bool of_users;
};
constexpr Need all_needs[] = {
    {&Takes::needs_pool, "capacity", "a list of numbers; or servers",
     [](Instance const& in) { return in.K() > 0; }, false},
    {&Takes::needs_servers, "servers", "a list of tables with capacity",
     [](Instance const& in) { return in.M() > 0; }, false},
    {&Takes::needs_utility, "utility", "a table with kind, of every user",
     [](Instance const& in) { return !in.utility.empty(); }, true},
    {&Takes::needs_contribution, "contribution", "a number above 0, of every user",
     [](Instance const& in) { return !in.contribution.empty(); }, true},
    {&Takes::needs_slots, "demand_slots", "a list of numbers, one a slot, of every user",
     [](Instance const& in) { return in.slots > 0; }, true},
    {&Takes::needs_jobs, "jobs", "a list of [release, deadline, processing]",
     [](Instance const& in) { return in.J() > 0; }, false},
    {&Takes::needs_jobs, "values", "a list of numbers, one a job, of every user",
     [](Instance const& in) { return !in.values.empty(); }, true}};

void require_needs(std::string_view mechanism, Takes const& takes, Instance const& in) {
  for (Need const& need : all_needs)
    if (takes.*need.needed && !need.given(in))
      throw Unfit(need.of_users ? user_key(0, need.key) : std::string(need.key),
                  fmt::format("is missing: {} needs it (allowed: {})", mechanism, need.allowed));
}

}  // namespace

std::vector<std::string> needs_of(Takes const& takes) {
  std::vector<std::string> keys;
  for (Need const& need : all_needs)
    if (takes.*need.needed)
      keys.push_back(fmt::format("{}{}", need.of_users ? "users." : "", need.key));
  return keys;
}

std::vector<std::string> taken_by(Takes const& takes) {
  std::vector<std::string> what;
  if (takes.permitted) what.emplace_back("permitted servers");
  if (takes.resource_weights) what.emplace_back("a weight a resource");
  if (takes.zero_weights) what.emplace_back("weights of 0");
  if (takes.left_out) what.emplace_back("demands of what is not there");
  return what;
}

void require_resources(std::string_view mechanism, Instance const& in) {
  if (!std::ranges::count(in.capacity, 0.0)) return;
  for (std::size_t i = 0; i < in.N(); ++i)
    for (std::size_t r = 0; r < in.K(); ++r)
      if (in.demand_of(i)[r] > 0 && in.capacity[r] == 0)
        throw Unfit(user_key(i, "demand"),
                    fmt::format("{} of {}, of which there is nothing, is not allowed for {} "
                                "(allowed: 0; drf:discrete=skip leaves such a user out)",
                                in.demand_of(i)[r], in.resources[r], mechanism));
}

void require_resource(std::string_view mechanism, Instance const& in, std::size_t resource) {
  if (resource >= in.K())
    throw Unfit("capacity", fmt::format("has {} resources, and {} is asked to divide number {} "
                                        "(allowed: 0 .. {})",
                                        in.K(), mechanism, resource, in.K() - 1));
  if (in.capacity[resource] == 0)
    throw Unfit("capacity", fmt::format("there is nothing of {}, which {} is asked to divide "
                                        "(allowed: above 0)",
                                        in.resources[resource], mechanism));
}

void require_no_limits(std::string_view mechanism, Instance const& in) {
  for (std::size_t i = 0; i < in.N(); ++i)
    if (in.tasks[i] < unlimited)
      throw Unfit(user_key(i, "tasks"),
                  fmt::format("has no meaning for {} (allowed: no such key)", mechanism));
}

void require_equal_weights(std::string_view mechanism, Instance const& in) {
  for (std::size_t i = 0; i < in.N(); ++i)
    if (in.weight_of(i) != in.weight_of(0))
      throw Unfit(user_key(i, "weight"),
                  fmt::format("{} is not allowed for {} (allowed: the same for all users)",
                              in.weight_of(i), mechanism));
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
