#include "kernels/problem_tables.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>
#include <unordered_map>
#include <utility>

#include "kernels/policies/policies.hpp"
#include "kernels/primitives/hash_of_integers.hpp"
#include "kernels/primitives/radix_sort.hpp"
#include "kernels/search/choice.hpp"

namespace fairslot {
namespace {

std::int64_t round_up(std::int64_t n) { return (n + 63) / 64 * 64; }

class Preparation {
 public:
  Preparation(Problem const& problem, Check check) : p_(problem), check_(std::move(check)) {}

  ProblemTables run() {
    sizes();
    scale_shares();
    lay_out_servers();
    name_servers();
    find_types();
    find_kinds();
    find_references();
    weigh_classes();
    gather_entries();
    order_arrivals();
    order_departures();
    find_mixed_users();
    line_up_queues();
    list_judges();
    return std::move(t_);
  }

 private:
  std::int32_t demand(int c, int r) const { return p_.demand_of(c)[r]; }
  std::int32_t capacity(int r, int m) const { return p_.capacity_of(r, m); }
  std::uint64_t const* permitted(int group) const {
    return p_.placements.data() + std::int64_t{group} * v_.words;
  }

  void sizes() {
    v_.servers = p_.servers;
    v_.users = p_.users();
    v_.entries = p_.entries();
    v_.classes = p_.demand_classes();
    v_.words = p_.words();
    v_.server_stride = round_up(p_.servers);
    v_.horizon = p_.horizon;
    v_.weighs_jobs = !p_.job_weight.empty();
    v_.limits_servers = !p_.per_server.empty();
    v_.changes = static_cast<int>(p_.changes.size());
    v_.servers_change = p_.some_change(Change::What::server_down);
    v_.guarantees_change = p_.some_change(Change::What::guarantee);
    v_.asked = asked_of(p_);
    for (int r = 0; r < p_.resources; ++r)
      for (int m = 0; m < p_.servers; ++m) v_.totals[r] += capacity(r, m);
    std::ranges::copy(p_.total, v_.totals);
  }

  /// A share over the weight of all is at most 1/weight: integers of 32 bits do. Of several weights
  /// each row has a scale of its own.
  void scale_shares() {
    auto const [least, most] = std::minmax_element(p_.weight.begin(), p_.weight.end());
    if (least == p_.weight.end()) return;
    bool const change = p_.some_change(Change::What::weight);
    v_.are_weighted = *least != 1 || *most != 1 || change;
    v_.share_scale = *least == *most && !change ? std::ldexp(*least, 32) : 0;
    v_.share_bits = 62 - static_cast<int>(std::bit_width(p_.weight.size()));
  }

  void lay_out_servers() {
    t_.capacity.assign(static_cast<std::size_t>(p_.resources * v_.server_stride), -1);
    for (int r = 0; r < p_.resources; ++r)
      for (int m = 0; m < p_.servers; ++m) t_.capacity[r * v_.server_stride + m] = capacity(r, m);
    t_.everywhere.assign(static_cast<std::size_t>(v_.words), 0);
    for (int m = 0; m < p_.servers; ++m) t_.everywhere[m / 64] |= std::uint64_t{1} << (m % 64);
    for (int g = 0; g < p_.placement_groups(); ++g)
      t_.is_everywhere.push_back(
          std::equal(t_.everywhere.begin(), t_.everywhere.end(), permitted(g)));
  }

  void name_servers() {
    t_.listed = p_.listed;
    if (t_.listed.empty()) {
      t_.listed.resize(static_cast<std::size_t>(p_.servers));
      std::iota(t_.listed.begin(), t_.listed.end(), 0);
    }
    t_.place_of_listed.resize(t_.listed.size());
    for (int m = 0; m < p_.servers; ++m) t_.place_of_listed[t_.listed[m]] = m;
  }

  void list_judges() {
    v_.policies_change = p_.some_change(Change::What::policy);
    for (Policy const& policy : p_.policies) t_.judge.push_back(judge_of(policy));
  }

  /// Who is in no queue has one of its own.
  void line_up_queues() {
    t_.speed = p_.speed;
    t_.speed.resize(static_cast<std::size_t>(p_.servers), 1.0);
    t_.guarantee = p_.guarantee;
    for (int u = 0; u < v_.users; ++u) {
      int const queue = p_.queue.empty() ? -1 : p_.queue[u];
      t_.queue.push_back(queue < 0 ? static_cast<int>(t_.guarantee.size()) : queue);
      if (queue < 0) t_.guarantee.push_back(1.0 / static_cast<double>(v_.users));
    }
    v_.queues = static_cast<int>(t_.guarantee.size());
    v_.named_queues = static_cast<int>(p_.guarantee.size());
    t_.minimum = p_.minimum;
    t_.minimum.resize(p_.weight.size());
  }

  void find_types() {
    std::map<std::vector<std::int32_t>, int> index;
    List<std::int32_t> vector(static_cast<std::size_t>(p_.resources));
    for (int m = 0; m < p_.servers; ++m) {
      for (int r = 0; r < p_.resources; ++r) vector[r] = capacity(r, m);
      auto const [at, fresh] = index.try_emplace(vector, static_cast<int>(index.size()));
      if (fresh) {
        t_.type_capacity.insert(t_.type_capacity.end(), vector.begin(), vector.end());
        t_.type_count.push_back(0);
      }
      ++t_.type_count[at->second];
      t_.type_of.push_back(at->second);
    }
    v_.types = static_cast<int>(t_.type_count.size());
  }

  void find_kinds() {
    t_.placement_kinds.assign(static_cast<std::size_t>(p_.placement_groups()), every_kind);
    if (std::ranges::all_of(t_.is_everywhere, [](bool all) { return all; })) return;
    auto const overlap = [](std::uint64_t a, std::uint64_t b) { return (a & b) != 0; };
    std::ranges::fill(t_.placement_kinds, 0);
    for (int kind = 0; kind < std::min(v_.types, server_kinds); ++kind) {
      List<std::uint64_t> servers(static_cast<std::size_t>(v_.words));
      for (int m = 0; m < p_.servers; ++m)
        servers[m / 64] |= std::uint64_t{t_.type_of[m] % server_kinds == kind} << (m % 64);
      for (int g = 0; g < p_.placement_groups(); ++g) {
        bool const has_some = std::inner_product(servers.begin(), servers.end(), permitted(g),
                                                 false, std::logical_or<>(), overlap);
        t_.placement_kinds[g] |= static_cast<std::int32_t>(std::uint32_t{has_some} << kind);
      }
    }
    std::int32_t const all = v_.types < server_kinds ? (1 << v_.types) - 1 : every_kind;
    for (std::int32_t& kinds : t_.placement_kinds) {
      if (kinds == all) kinds = every_kind;
      v_.kinds_matter |= kinds != every_kind;
    }
  }

  /// n of each class, a_r of each n in use.
  void find_references() {
    List<int> slot_of(static_cast<std::size_t>(p_.resources), -1);
    for (int c = 0; c < v_.classes; ++c) {
      int n = 0;
      while (demand(c, n) == 0) ++n;
      if (slot_of[n] < 0) {
        slot_of[n] = static_cast<int>(t_.reference_of.size());
        t_.reference_of.push_back(n);
      }
      t_.reference.push_back(n);
      t_.reference_slot.push_back(slot_of[n]);
    }
    v_.references = static_cast<int>(t_.reference_of.size());
    List<std::int64_t> entries(t_.reference_of.size());
    for (int const c : p_.demand) ++entries[t_.reference_slot[c]];
    v_.main_reference = static_cast<int>(std::ranges::max_element(entries) - entries.begin());
    for (int const n : t_.reference_of)
      for (int r = 0; r < p_.resources; ++r)
        t_.norm.push_back(v_.totals[r] == 0 ? 0.0
                                            : static_cast<double>(v_.totals[n]) /
                                                  static_cast<double>(v_.totals[r]));
  }

  /// p_r and H of each class.
  void weigh_classes() {
    for (int c = 0; c < v_.classes; ++c) {
      int const n = t_.reference[c];
      for (int r = 0; r < p_.resources; ++r)
        t_.target.push_back(
            t_.norm[std::int64_t{t_.reference_slot[c]} * p_.resources + r] *
            (static_cast<double>(demand(c, r)) / static_cast<double>(demand(c, n))));
      std::int64_t h = 0;
      for (int y = 0; y < v_.types; ++y) h += std::int64_t{t_.type_count[y]} * room(c, y);
      t_.monopoly.push_back(h);
    }
  }

  std::int32_t room(int c, int type) const {
    std::int32_t most = 0x7fffffff;
    for (int r = 0; r < p_.resources; ++r)
      if (demand(c, r) > 0)
        most =
            std::min(most, t_.type_capacity[std::int64_t{type} * p_.resources + r] / demand(c, r));
    return most;
  }

  bool fits(int c, int type) const {
    for (int r = 0; r < p_.resources; ++r)
      if (demand(c, r) > t_.type_capacity[std::int64_t{type} * p_.resources + r]) return false;
    return true;
  }

  /// Entries of one group mostly come one after the other.
  void find_types_of(int group) {
    if (group == group_of_types_) return;
    group_of_types_ = group;
    permits_type_.assign(static_cast<std::size_t>(v_.types), 0);
    for (int w = 0; w < v_.words; ++w)
      for (std::uint64_t left = permitted(group)[w]; left != 0; left &= left - 1)
        permits_type_[t_.type_of[w * 64 + std::countr_zero(left)]] = 1;
  }

  std::uint32_t hosts(int c, int group) {
    find_types_of(group);
    std::uint32_t where = on_pool;
    for (int r = 0; r < p_.resources; ++r)
      if (demand(c, r) > v_.totals[r]) where = 0;
    for (int y = 0; y < v_.types; ++y) {
      if (!fits(c, y)) continue;
      where |= on_any;
      if (permits_type_[y]) return where | on_permitted;
    }
    return where;
  }

  /// The entries, with their pairs, distinct ones numbered, and where each is hosted.
  void gather_entries() {
    std::unordered_map<std::array<int, 4>, int, HashOfIntegers> index;
    List<std::uint32_t> hosted;
    std::array<int, 4> last{-1, -1, -1, -1};  // many entries of a user ask for the same
    int number = -1;
    t_.entry.reserve(p_.submit.size());
    for (int u = 0; u < v_.users; ++u) {
      check_();
      for (int e = p_.job_begin[u]; e < p_.job_begin[u + 1]; ++e) {
        int const demand = p_.demand[e], placement = p_.placement[e];
        if (auto const pair = p_.pair(u, e); pair != last) {
          auto const [at, fresh] = index.try_emplace(last = pair, static_cast<int>(index.size()));
          if (fresh) hosted.push_back(hosts(demand, placement));
          number = at->second;
        }
        t_.entry.push_back({p_.submit[e], p_.tasks[e], p_.duration[e], demand, placement, number, u,
                            hosted[number]});
      }
    }
    v_.pairs = static_cast<int>(index.size());
    find_unlike();
  }

  void find_unlike() {
    t_.unlike.resize(t_.entry.size());
    for (int u = 0; u < v_.users; ++u)
      for (int end = p_.job_begin[u + 1], e = end - 1; e >= p_.job_begin[u]; --e) {
        bool const like = e + 1 < end && t_.entry[e + 1].pair == t_.entry[e].pair;
        t_.unlike[e] = like ? t_.unlike[e + 1] : e + 1;
      }
  }

  /// By the slot, then the user, then as in its queue.
  void order_arrivals() {
    List<std::uint32_t> slot[2];
    List<std::int32_t> entry[2];
    for (int u = 0; u < v_.users; ++u)
      for (int e = p_.job_begin[u]; e < p_.job_begin[u + 1]; ++e) {
        if (p_.comes_too_late(u, e)) continue;
        slot[0].push_back(static_cast<std::uint32_t>(p_.submit[e]));
        entry[0].push_back(e);
      }
    v_.arrivals = static_cast<int>(entry[0].size());
    slot[1].resize(slot[0].size());
    entry[1].resize(entry[0].size());
    RadixSort<std::uint32_t> sort{
        {slot[0].data(), slot[1].data()}, {entry[0].data(), entry[1].data()}, v_.arrivals};
    sort.run();
    t_.arrival = std::move(entry[sort.at]);
  }

  void order_departures() {
    for (int u = 0; u < std::ssize(p_.leave); ++u)
      if (p_.leave[u] > 0) t_.departure.push_back({p_.leave[u], u});
    std::ranges::stable_sort(t_.departure, {}, &Departure::slot);
    v_.departures = static_cast<int>(t_.departure.size());
  }

  void find_mixed_users() {
    t_.mixed.assign(p_.weight.size(), -1);
    for (int u = 0; u < v_.users; ++u)
      for (int e = p_.job_begin[u]; e < p_.job_begin[u + 1]; ++e)
        if (p_.demand[e] != p_.demand[p_.job_begin[u]]) {
          t_.mixed[u] = v_.mixed_users++;
          break;
        }
  }

  Problem const& p_;
  Check check_;
  ProblemTables t_;
  ProblemView& v_ = t_.sizes;
  int group_of_types_ = -1;
  List<std::uint8_t> permits_type_;  ///< [types], of that group
};

}  // namespace

ProblemTables tables_of(Problem const& problem, Check check) {
  return Preparation(problem, std::move(check)).run();
}

ProblemView view_of(Problem const& problem, ProblemTables const& tables) {
  ProblemView view = tables.sizes;
  for_each_table(problem, tables, view,
                 [](auto const& table, auto const*& to) { to = table.data(); });
  return view;
}

}  // namespace fairslot
