#include "kernels/presented.hpp"

#include <algorithm>
#include <numeric>

#include "kernels/alone.hpp"
#include "kernels/by_resources.hpp"
#include "kernels/policies/policies.hpp"
#include "kernels/primitives/random_word.hpp"
#include "kernels/problem_tables.hpp"

namespace fairslot {
namespace {

/// The servers in the order in which they are taken.
List<std::int32_t> ordered_servers(Problem const& p, CommonOptions const& options) {
  List<std::int32_t> servers(static_cast<std::size_t>(p.servers));
  std::iota(servers.begin(), servers.end(), 0);
  if (options.order == ServerOrder::reversed) std::ranges::reverse(servers);
  if (options.order == ServerOrder::random)
    std::ranges::stable_sort(servers, {}, [&](std::int32_t m) {
      return random_word(options.seed, 0, static_cast<std::uint32_t>(m), 1);
    });
  return servers;
}

/// [M] of the servers as given; empty: the same.
List<std::int32_t> places_of(Problem const& p) {
  List<std::int32_t> places(p.listed.size());
  for (std::int32_t m = 0; m < std::ssize(places); ++m) places[p.listed[m]] = m;
  return places;
}

/// p, a copy of the one given, with its servers in this order.
void reorder(Problem& p, Problem const& given, List<std::int32_t> servers) {
  for (int m = 0; m < p.servers; ++m) {
    for (int r = 0; r < p.resources; ++r)
      p.capacity[std::int64_t{r} * p.servers + m] = given.capacity_of(r, servers[m]);
    if (!p.speed.empty()) p.speed[m] = given.speed[servers[m]];
  }
  std::ranges::fill(p.placements, 0);
  for (int g = 0; g < given.placement_groups(); ++g) {
    std::int64_t const group = std::int64_t{g} * given.words();
    for (int m = 0; m < p.servers; ++m) {
      std::int32_t const old = servers[m];
      p.placements[group + m / 64] |= (given.placements[group + old / 64] >> (old % 64) & 1)
                                      << (m % 64);
    }
  }
  p.listed = std::move(servers);
  List<std::int32_t> const place = places_of(p);
  for (Change& change : p.changes)
    if (change.is_of_server()) change.of = place[change.of];
}

/// Entries whose tasks the policy could run at some time.
List<std::int32_t> placeable(Problem const& p, Policy const& policy) {
  ProblemTables const tables = tables_of(p);
  ProblemView const view = view_of(p, tables);
  Judge const judge = judge_of(policy);
  List<std::int32_t> kept;
  by_resources(p.resources, [&](auto k) {
    for (std::int32_t e = 0; e < p.entries(); ++e)
      if ((view.entry[e].hosted & judge.needed) != 0 &&
          Policies::can_run<decltype(k)::value>(view, judge.policy, view.guarantee, e))
        kept.push_back(e);
  });
  return kept;
}

template <class T>
void keep_only(List<T>& values, List<std::int32_t> const& kept) {
  List<T> left;
  for (std::int32_t const e : kept) left.push_back(values[e]);
  values = std::move(left);
}

/// p with these entries only.
void keep_entries(Problem& p, List<std::int32_t> const& kept) {
  for (std::int32_t& begin : p.job_begin)
    begin = static_cast<std::int32_t>(std::ranges::lower_bound(kept, begin) - kept.begin());
  for (List<std::int32_t>* const values :
       {&p.submit, &p.tasks, &p.duration, &p.demand, &p.placement, &p.job})
    keep_only(*values, kept);
  if (!p.job_weight.empty()) keep_only(p.job_weight, kept);
  if (!p.per_server.empty()) keep_only(p.per_server, kept);
}

}  // namespace

List<std::int32_t> Presented::places() const { return places_of(*problem); }

Presented present(std::shared_ptr<Problem const> const& given, Policy const& policy) {
  CommonOptions const options = common_options(policy);
  if (view_name(policy).empty()) return {given, given, {}, {}};
  Presented presented{given, nullptr, {}, {}};
  Problem problem = *given;
  if (options.order != ServerOrder::listed)
    reorder(problem, *given, ordered_servers(*given, options));
  if (options.skip_unplaceable) {
    List<std::int32_t> kept = placeable(*given, policy);
    if (std::ssize(kept) < given->entries()) {
      keep_entries(problem, kept);
      for (std::int32_t e = 0; e < given->entries(); ++e)
        if (!std::ranges::binary_search(kept, e)) presented.left_out.push_back(e);
      presented.kept = std::move(kept);
    }
  }
  presented.problem = std::make_shared<Problem const>(std::move(problem));
  return presented;
}

std::string view_name(Policy const& policy) {
  CommonOptions const options = common_options(policy);
  if (counts_contributions(policy)) return canonical_name(policy);
  if (options.skip_unplaceable) return canonical_name(policy);
  switch (options.order) {
    case ServerOrder::listed:
      return "";
    case ServerOrder::reversed:
      return "reversed";
    case ServerOrder::random:
      return "random " + std::to_string(options.seed);
  }
  return "";
}

}  // namespace fairslot
