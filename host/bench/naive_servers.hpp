#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "host/bench/policy_keys.hpp"
#include "kernels/list.hpp"
#include "kernels/primitives/fixed.hpp"

namespace fairslot::bench {

inline constexpr int no_server = -2, the_pool = -1;

/// What is left on the servers, or of the pool, and a scan for the best of those with room.
template <int K>
class NaiveServers {
 public:
  NaiveServers(Problem const& problem, Policy const& policy) : p_(problem) {
    Traits const t = Policies::traits(policy.kind, policy.options);
    fit_ = t.fit, pool_ = t.pool, by_policy_ = t.by_server, own_room_ = t.own_room;
    for (int m = 0; m < p_.servers; ++m) {
      Server s;
      for (int r = 0; r < K; ++r) totals_[r] += s.left[r] = p_.capacity_of(r, m);
      servers_.push_back(s);
    }
    std::copy_n(totals_, K, pool_left_);
    for (std::size_t r = 0; r < p_.total.size(); ++r) totals_[r] = p_.total[r];
    if (!p_.per_server.empty() && !pool_)
      tasks_of_.resize(p_.weight.size() * static_cast<std::size_t>(p_.servers));
    set_classes();
    set_permitted(t.ignore_permitted);
  }

  /// Could the user's task run there now, but for what the policy says?
  bool is_possible(int entry, int user, int server) const {
    DemandClass const& d = classes_[p_.demand[entry]];
    if (pool_) return fits(pool_left_, d);
    return permitted_[p_.placement[entry]][server] && fits(servers_[server].left, d) &&
           within_limit(user, entry, server);
  }

  /// For the next task of the user, the entry's.
  int place(int entry, int user, PolicyKeys<K> const& keys) const {
    if (pool_) return fits(pool_left_, classes_[p_.demand[entry]]) ? the_pool : no_server;
    if (by_policy_) return preferred(entry, user, keys);
    if (fit_ == first_fit) return first(entry, user, keys);
    if (fit_ == best_fit && !own_room_) return best(entry, user);
    int server = no_server;
    Fits::with(fit_, [&]<class F>(F) { return server = least<F>(entry, user, keys); });
    return server;
  }

  void take(int user, int demand, int server) { change(user, demand, server, 1); }
  void give_back(int user, int demand, int server) { change(user, demand, server, -1); }

 private:
  static constexpr int best_fit = Fits::index_of<fits::Best>();
  static constexpr int first_fit = Fits::index_of<fits::First>();

  struct Server {
    Fixed<std::int32_t, K> left;
  };
  struct DemandClass {
    Fixed<std::int32_t, K> demand;
    int n;                    ///< lowest resource with a positive demand
    Fixed<double, K> target;  ///< p_r
    Fixed<double, K> scale;   ///< a_r
  };
  /// A server as scores see it.
  struct Scored {
    using Number = double;
    Server const& server;
    DemandClass const& of;
    double left(int r) const { return server.left[r]; }
    double ratio(int r) const {
      return of.scale[r] * (double(server.left[r]) / double(server.left[of.n]));
    }
  };

  void set_classes() {
    for (int c = 0; c < p_.demand_classes(); ++c) {
      DemandClass d{};
      std::copy_n(p_.demand_of(c), K, d.demand);
      while (d.demand[d.n] == 0) ++d.n;
      for (int r = 0; r < K; ++r) {
        d.scale[r] = totals_[r] == 0 ? 0 : double(totals_[d.n]) / double(totals_[r]);
        d.target[r] = d.scale[r] * (double(d.demand[r]) / double(d.demand[d.n]));
      }
      classes_.push_back(d);
    }
  }

  void set_permitted(bool ignored) {
    for (int g = 0; g < p_.placement_groups(); ++g) {
      permitted_.emplace_back();
      for (int m = 0; m < p_.servers; ++m) permitted_[g].push_back(ignored || p_.permits(g, m));
    }
  }

  template <class Left>
  static bool fits(Left const& left, DemandClass const& d) {
    bool room = true;
    for (int r = 0; r < K; ++r) room &= d.demand[r] <= left[r];
    return room;
  }
  bool within_limit(int user, int entry, int m) const {
    return tasks_of_.empty() ||
           tasks_of_[std::int64_t{user} * p_.servers + m] < p_.per_server[entry];
  }
  bool is_open(int m, int entry, int user, PolicyKeys<K> const& keys) const {
    return permitted_[p_.placement[entry]][m] &&
           fits(servers_[m].left, classes_[p_.demand[entry]]) && within_limit(user, entry, m) &&
           (!own_room_ || keys.has_room(user, m));
  }

  int best(int entry, int user) const {
    DemandClass const& d = classes_[p_.demand[entry]];
    std::uint8_t const* allowed = permitted_[p_.placement[entry]].data();
    bool const limited = !tasks_of_.empty();
    int best = no_server;
    double least = 0;
    for (int m = 0; m < int(servers_.size()); ++m) {
      if (!allowed[m]) continue;
      if (!fits(servers_[m].left, d)) continue;
      if (limited && !within_limit(user, entry, m)) continue;
      std::int32_t const* left = servers_[m].left;
      double h = 0;
      for (int r = 0; r < K; ++r)
        if (r != d.n)
          h += std::fabs(d.target[r] - d.scale[r] * (double(left[r]) / double(left[d.n])));
      if (best < 0 || h < least) best = m, least = h;
    }
    return best;
  }

  int first(int entry, int user, PolicyKeys<K> const& keys) const {
    for (int m = 0; m < int(servers_.size()); ++m)
      if (is_open(m, entry, user, keys)) return m;
    return no_server;
  }

  template <class F>
  int least(int entry, int user, PolicyKeys<K> const& keys) const {
    int const demand = p_.demand[entry];
    Task<K> const task(keys.problem(), demand);
    int best = no_server;
    double least = 0;
    for (int m = 0; m < int(servers_.size()); ++m) {
      if (!is_open(m, entry, user, keys)) continue;
      double const score = F::template score<K>(task, Scored{servers_[m], classes_[demand]});
      if (best < 0 || score < least) best = m, least = score;
    }
    return best;
  }

  int preferred(int entry, int user, PolicyKeys<K> const& keys) const {
    int best = no_server;
    std::int32_t most = 0;
    for (int m = 0; m < int(servers_.size()); ++m) {
      if (!is_open(m, entry, user, keys)) continue;
      std::int32_t const value = keys.preference(user, m);
      if (best < 0 || value > most) best = m, most = value;
    }
    return best;
  }

  /// So many tasks more, or less.
  void change(int user, int demand, int server, int tasks) {
    for (int r = 0; r < K; ++r)
      if (pool_)
        pool_left_[r] -= tasks * classes_[demand].demand[r];
      else
        servers_[server].left[r] -= tasks * classes_[demand].demand[r];
    if (!tasks_of_.empty()) tasks_of_[std::int64_t{user} * p_.servers + server] += tasks;
  }

  Problem const& p_;
  int fit_;
  bool pool_, by_policy_, own_room_;
  Fixed<std::int64_t, K> totals_ = {}, pool_left_ = {};
  List<Server> servers_;
  List<DemandClass> classes_;
  List<List<std::uint8_t>> permitted_;  ///< [groups][servers]
  List<std::int32_t> tasks_of_;         ///< [users][servers] running, where jobs have limits
};

}  // namespace fairslot::bench
