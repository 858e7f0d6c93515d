/// Servers, demand classes and residuals as an index over servers (kernels/search/) sees them,
/// drawn at random. Compiled for each instruction set.
#pragma once

#include <algorithm>
#include <map>
#include <random>
#include <vector>

#include "kernels/list.hpp"
#include "kernels/primitives/arena.hpp"
#include "kernels/search/score.hpp"
#include "kernels/servers/servers.hpp"

namespace fairslot {
inline namespace FAIRSLOT_ISA {

inline constexpr std::int32_t nowhere = -2;

/// What the servers and demands look like.
enum class Mode {
  few_types,
  many_types,
  identical,
  proportional,
  huge,
  coarse,
  zeros,
  colliding,
  count
};

/// Servers, classes and residuals, with the tables that the index reads. `Index` has lay_out,
/// build (of the members), changed (one of them), and build_again if it may be about other members.
template <int K, class Index>
struct World {
  using Vector = List<std::int32_t>;
  struct Task {
    int demand, server;
  };

  static constexpr int sets = 4;  ///< permitted sets a class, at most
  static constexpr int coarse = 512;

  World(std::uint64_t seed, Mode kind, int servers) : random(seed), mode(kind) {
    draw_servers(servers);
    int const classes = draw(1, 12);
    for (int c = 0; c < classes; ++c) add_class(draw_demand());
    for (int const n : reference_of)
      for (int r = 0; r < K; ++r)
        norm.push_back(p.totals[r] == 0 ? 0.0 : double(p.totals[n]) / double(p.totals[r]));
    for (int c = 0; c < classes; ++c)
      for (int r = 0; r < K; ++r)
        target.push_back(norm[reference_slot[c] * K + r] *
                         (double(demands[c * K + r]) / double(demands[c * K + reference[c]])));
    ratio.resize(reference_of.size() * K * static_cast<std::size_t>(p.server_stride));
    point_at_tables();
    for (int m = 0; m < servers; ++m) servers::refresh<K>(p, s, m);
    slot = draw(0, p.references - 1);

    p.pairs = classes * sets;
    Arena measure;
    index.lay_out(measure, p);
    memory.assign(measure.used() + 64, '\x5a');  // nothing may count on zeros
    auto const line = (reinterpret_cast<std::uintptr_t>(memory.data()) + 63) / 64 * 64;
    Arena bound(reinterpret_cast<void*>(line));
    index.lay_out(bound, p);
    everybody.resize(static_cast<std::size_t>(p.words));
    for (int m = 0; m < servers; ++m) everybody[m / 64] |= std::uint64_t{1} << (m % 64);
    p.everywhere = everybody.data();
    members = everybody;
    index.build(p, s, slot, members.data());
  }

  int draw(int least, int most) { return std::uniform_int_distribution<int>(least, most)(random); }

  Vector draw_capacity() {
    constexpr int most = 1 << 30;
    Vector c(K);
    int const scale = draw(1, 9);
    for (int r = 0; r < K; ++r) {
      if (mode == Mode::identical)
        c[r] = 12;
      else if (mode == Mode::proportional)
        c[r] = scale * (r + 1);
      else if (mode == Mode::huge)
        c[r] = most - draw(0, 3);
      else if (mode == Mode::coarse)
        c[r] = draw(4 * coarse, 40 * coarse);
      else if (mode == Mode::zeros)
        c[r] = draw(0, 1) * draw(0, 9);
      else if (mode == Mode::colliding)
        c[r] = r == 0 ? most - draw(0, 99) : 1000 + draw(0, 9);
      else
        c[r] = draw(4, 40);
    }
    return c;
  }

  Vector draw_demand() {
    Vector d(K);
    int const scale = draw(1, 3);
    for (int r = 0; r < K; ++r) {
      if (mode == Mode::proportional)
        d[r] = scale * (r + 1);
      else if (mode == Mode::huge)
        d[r] = draw(1, 1 << 29);
      else if (mode == Mode::coarse)  // few in other units
        d[r] = coarse * draw(1, 9) + (draw(0, 49) == 0);
      else if (mode == Mode::zeros)
        d[r] = draw(0, 1) * draw(0, 4);
      else if (mode == Mode::colliding)
        d[r] = r == 0 ? draw(1, 3) : draw(1, 999);
      else
        d[r] = draw(1, 9);
    }
    bool positive = false;
    for (int const x : d) positive |= x > 0;
    if (!positive) d[draw(0, K - 1)] = 1;
    return d;
  }

  void draw_servers(int servers) {
    p.servers = servers;
    p.words = (servers + 63) / 64;
    p.server_stride = 64 * p.words;
    capacity.assign(static_cast<std::size_t>(K * p.server_stride), -1);
    int const types = mode == Mode::few_types ? draw(1, 10) : servers;
    List<Vector> some;
    for (int y = 0; y < types; ++y) some.push_back(draw_capacity());
    std::map<Vector, int> type;
    for (int m = 0; m < servers; ++m) {
      Vector const& c = some[draw(0, types - 1)];
      auto const [at, fresh] = type.try_emplace(c, static_cast<int>(type.size()));
      if (fresh) type_capacity.insert(type_capacity.end(), c.begin(), c.end());
      if (fresh) type_count.push_back(0);
      ++type_count[at->second];
      type_of.push_back(at->second);
      for (int r = 0; r < K; ++r) p.totals[r] += capacity[r * p.server_stride + m] = c[r];
    }
    p.types = static_cast<int>(type.size());
    residual = capacity;
  }

  void add_class(Vector const& d) {
    int n = 0;
    while (d[n] == 0) ++n;
    auto const at = std::find(reference_of.begin(), reference_of.end(), n);
    reference.push_back(n);
    reference_slot.push_back(static_cast<std::int32_t>(at - reference_of.begin()));
    if (at == reference_of.end()) reference_of.push_back(n);
    demands.insert(demands.end(), d.begin(), d.end());
  }

  void point_at_tables() {
    p.classes = static_cast<int>(reference.size());
    p.references = static_cast<int>(reference_of.size());
    p.capacity = capacity.data();
    p.demands = demands.data();
    p.reference = reference.data();
    p.reference_slot = reference_slot.data();
    p.reference_of = reference_of.data();
    p.norm = norm.data();
    p.target = target.data();
    p.type_capacity = type_capacity.data();
    p.type_count = type_count.data();
    p.type_of = type_of.data();
    s.servers.residual = residual.data();
    s.servers.ratio = ratio.data();
    s.policy.fit = fits::Best::traits;
  }

  void add(int m, int demand, int sign) {
    for (int r = 0; r < K; ++r) residual[r * p.server_stride + m] += sign * demands[demand * K + r];
  }
  void refresh(int m) {
    servers::refresh<K>(p, s, m);
    if (is_in(members, m)) index.changed(p, s, m);
  }
  /// From now on the index is about other servers.
  void regroup() {
    if constexpr (requires { index.build_again(p, s); }) {
      std::ranges::copy(draw(0, 1) ? everybody : draw_permitted(), members.begin());
      index.build_again(p, s);
    }
  }
  void occupy(int demand, int m) {
    add(m, demand, -1);
    refresh(m);
    tasks.push_back({demand, m});
  }
  /// Ends each task with a probability of `percent`.
  void release(int percent) {
    List<bool> touched(static_cast<std::size_t>(p.servers));
    std::erase_if(tasks, [&](Task const& task) {
      if (draw(0, 99) >= percent) return false;
      add(task.server, task.demand, +1);
      touched[task.server] = true;
      return true;
    });
    for (int m = 0; m < p.servers; ++m)
      if (touched[m]) refresh(m);
  }

  List<std::uint64_t> draw_permitted() {
    List<std::uint64_t> allowed(static_cast<std::size_t>(p.words));
    int const kind = draw(0, 4), percent = draw(0, 100), type = draw(0, p.types - 1);
    for (int m = 0; m < p.servers; ++m) {
      bool const on = kind < 2    ? true
                      : kind == 2 ? draw(0, 99) < percent
                      : kind == 3 ? type_of[m] == type
                                  : draw(0, p.servers) < 4;
      if (on) allowed[m / 64] |= std::uint64_t{1} << (m % 64);
    }
    return allowed;
  }

  static bool is_in(List<std::uint64_t> const& set, int m) { return set[m / 64] >> (m % 64) & 1; }
  /// Of the set, what the index is about.
  List<std::uint64_t> common(List<std::uint64_t> set) const {
    for (std::size_t w = 0; w < set.size(); ++w) set[w] &= members[w];
    return set;
  }
  bool fits(int demand, int m) const {
    return servers::fits<K>(p, s, demands.data() + demand * K, m);
  }
  std::int32_t scan(int demand, List<std::uint64_t> const& allowed) const {
    score::Scorer<K, fits::Best> const score(p, s, demand);
    std::int32_t best = nowhere;
    for (int m = 0; m < p.servers; ++m)
      if (is_in(allowed, m) && fits(demand, m) && (best == nowhere || score.of(m) < score.of(best)))
        best = m;
    return best;
  }

  std::mt19937_64 random;
  Mode mode;
  int slot;
  ProblemView p{};
  List<std::uint64_t> everybody, members;
  RunState s{};
  Index index{};
  std::vector<char> memory;
  std::vector<Task> tasks;
  Vector capacity, residual, demands, reference, reference_slot, reference_of, type_capacity,
      type_count, type_of;
  List<double> norm, target, ratio;
};

/// Fills and empties the servers; does each answer equal the scan's? `Index` has `resources` and
/// find as well: of a demand class, asked with one of a few permitted sets, its number and bits.
template <class Index>
bool answers_as_a_scan(std::uint64_t seed, Mode mode, int servers, int queries) {
  using World = World<Index::resources, Index>;
  World world(seed, mode, servers);
  List<List<std::uint64_t>> sets(World::sets);
  auto const draw_sets = [&] {
    for (auto& set : sets) set = world.draw_permitted();
    sets[0] = world.everybody;
  };
  draw_sets();
  int const others = world.draw(0, servers / 100 + 3);
  for (int i = 0; i < queries; ++i) {
    if (world.draw(0, 99) == 0) {
      draw_sets();
      world.regroup();
    }
    if (world.draw(0, 79) == 0) world.release(world.draw(0, 2) == 0 ? 100 : world.draw(1, 60));
    int const demand = world.draw(0, world.p.classes - 1);
    if (world.reference_slot[demand] == world.slot) {
      int const set = std::max(0, world.draw(-2, World::sets - 1));
      auto const asked = world.common(sets[set]);
      bool const all = sets[set] == world.everybody && asked == world.everybody;
      std::int32_t const found =
          world.index.find(world.p, world.s, demand, set, all ? world.p.everywhere : asked.data());
      if (found != world.scan(demand, asked)) return false;
      if (found != nowhere) world.occupy(demand, found);
    }
    for (int n = 0; n < others; ++n) {
      int const any = world.draw(0, world.p.classes - 1), m = world.draw(0, servers - 1);
      if (world.fits(any, m)) world.occupy(any, m);
    }
  }
  return true;
}

}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
