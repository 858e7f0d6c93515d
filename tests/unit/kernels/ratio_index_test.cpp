// The index over ratios answers as a scan over all servers does, whatever happens to the servers.
// Compiled for each instruction set (CMakeLists.txt).
#include "kernels/search/ratio_index.hpp"

#include <algorithm>
#include <cmath>
#include <random>

#include "gtest/gtest.h"
#include "kernels/list.hpp"
#include "kernels/primitives/arena.hpp"
#include "rapidcheck/gtest.h"

namespace fairslot {
namespace {

using Random = std::mt19937_64;

int below(Random& random, int n) {
  return static_cast<int>(random() % static_cast<std::uint64_t>(n));
}

constexpr int placement_count = 8;

enum class Sizes { small, large, huge, colliding, zeros, modes };

/// Servers, demand classes and permitted sets, and the state of one index over them.
struct Cluster {
  ProblemView p{};
  RunState s{};
  RatioIndex x{};
  List<std::int32_t> capacity, residual, demands, reference, reference_slot, reference_of, type_of,
      placement_kinds;
  List<double> norm, target, ratio;
  List<std::uint64_t> placements, everybody;
  std::vector<char> memory;

  Cluster(Random& random, int servers, int types, int classes, Sizes sizes) {
    p.servers = servers;
    p.words = (servers + 63) / 64;
    p.server_stride = 64 * p.words;
    p.classes = classes;
    everybody.resize(static_cast<std::size_t>(p.words));
    for (int m = 0; m < servers; ++m) everybody[m / 64] |= std::uint64_t{1} << (m % 64);
    make_servers(random, types, sizes);
    make_classes(random, sizes);
    make_placements(random);
    bind();
  }

  static std::int32_t size_of(Random& random, Sizes sizes) {
    switch (sizes) {
      case Sizes::small:
        return 1 + below(random, 8);
      case Sizes::large:
        return 1 + below(random, 1000);
      case Sizes::huge:
        return (1 << 30) - below(random, 100);
      case Sizes::colliding:
        return (1 << 20) + below(random, 60);
      default:
        return below(random, 4);
    }
  }

  void make_servers(Random& random, int types, Sizes sizes) {
    List<std::int32_t> type(static_cast<std::size_t>(2 * types));
    for (auto& c : type) c = size_of(random, sizes);
    capacity.assign(static_cast<std::size_t>(2 * p.server_stride), -1);
    for (int m = 0; m < p.servers; ++m) {
      int const y = below(random, types);
      type_of.push_back(y);
      for (int r = 0; r < 2; ++r) {
        capacity[r * p.server_stride + m] = type[2 * y + r];
        p.totals[r] += type[2 * y + r];
      }
    }
    residual = capacity;
  }

  std::int32_t demand_of(Random& random, Sizes sizes) {
    switch (sizes) {
      case Sizes::huge:
        return below(random, 2) ? (1 << 30) / (1 + below(random, 5)) : below(random, 3);
      case Sizes::colliding:
        return below(random, 3) ? (1 << 20) - below(random, 3) : 1 + below(random, 2);
      case Sizes::large:
        return below(random, 120);
      default:
        return below(random, 4);
    }
  }

  void make_classes(Random& random, Sizes sizes) {
    std::int32_t slot_of[2] = {-1, -1};
    for (int c = 0; c < p.classes; ++c) {
      std::int32_t d[2] = {0, 0};
      while (d[0] == 0 && d[1] == 0)
        for (auto& one : d) one = demand_of(random, sizes);
      int const n = d[0] > 0 ? 0 : 1;
      if (slot_of[n] < 0) {
        slot_of[n] = static_cast<std::int32_t>(reference_of.size());
        reference_of.push_back(n);
        for (int r = 0; r < 2; ++r)
          norm.push_back(p.totals[r] == 0
                             ? 0.0
                             : static_cast<double>(p.totals[n]) / static_cast<double>(p.totals[r]));
      }
      reference.push_back(n);
      reference_slot.push_back(slot_of[n]);
      for (int r = 0; r < 2; ++r) {
        demands.push_back(d[r]);
        target.push_back(norm[2 * slot_of[n] + r] *
                         (static_cast<double>(d[r]) / static_cast<double>(d[n])));
      }
    }
    p.references = static_cast<int>(reference_of.size());
  }

  /// All servers; half; few; a stretch; nearly all; none; of half the types; of one.
  void make_placements(Random& random) {
    int const begin = below(random, p.servers);
    int const type = type_of[begin];
    for (int kind = 0; kind < placement_count; ++kind) {
      placement_kinds.push_back(0);
      for (int w = 0; w < p.words; ++w) {
        std::uint64_t word = 0;
        for (int m = 64 * w; m < std::min(64 * w + 64, p.servers); ++m) {
          bool const in[] = {true,
                             below(random, 2) == 0,
                             below(random, 50) == 0,
                             m >= begin,
                             below(random, 50) != 0,
                             false,
                             type_of[m] % 2 == 0,
                             type_of[m] == type};
          word |= std::uint64_t{in[kind]} << (m % 64);
          if (in[kind]) placement_kinds.back() |= 1 << type_of[m] % server_kinds;
        }
        placements.push_back(word);
      }
    }
  }

  void bind() {
    ratio.assign(static_cast<std::size_t>(p.references * 2 * p.server_stride), 0.0);
    p.capacity = capacity.data();
    p.demands = demands.data();
    p.reference = reference.data();
    p.reference_slot = reference_slot.data();
    p.reference_of = reference_of.data();
    p.norm = norm.data();
    p.target = target.data();
    p.placements = placements.data();
    p.placement_kinds = placement_kinds.data();
    p.everywhere = everybody.data();
    p.type_of = type_of.data();
    p.kinds_matter = true;
    s.servers.residual = residual.data();
    s.servers.ratio = ratio.data();
    s.policy.fit = fits::Best::traits;
    for (int m = 0; m < p.servers; ++m) servers::refresh<2>(p, s, m);
    Arena measure;
    lay_out(measure, p, 2, x);
    memory.assign(measure.used() + 64, static_cast<char>(0xa5));
    Arena bound(memory.data() + (64 - reinterpret_cast<std::uintptr_t>(memory.data()) % 64));
    lay_out(bound, p, 2, x);
  }

  std::uint64_t const* placement(int kind) const { return placements.data() + kind * p.words; }

  std::int32_t naive(int demand, std::uint64_t const* allowed) const {
    score::Scorer<2, fits::Best> const goal(p, s, demand);
    std::int32_t best = -2;
    double least = 0.0;
    for (int m = 0; m < p.servers; ++m) {
      if (!(allowed[m / 64] >> (m % 64) & 1)) continue;
      if (!servers::fits<2>(p, s, p.demands + demand * 2, m)) continue;
      double const score = goal.of(m);
      if (best == -2 || score < least) best = m, least = score;
    }
    return best;
  }

  void set(int m, std::int32_t first, std::int32_t second) {
    residual[m] = first;
    residual[p.server_stride + m] = second;
    servers::refresh<2>(p, s, m);
    ratio_index::changed<2>(p, s, x, m);
  }
  void take(int m, int demand) {
    set(m, residual[m] - demands[2 * demand],
        residual[p.server_stride + m] - demands[2 * demand + 1]);
  }
  void free_all(int m) { set(m, capacity[m], capacity[p.server_stride + m]); }
  void free_some(Random& random, int m) {
    auto const more = [&](std::int64_t i) {
      return residual[i] + below(random, capacity[i] - residual[i] + 1);
    };
    set(m, more(m), more(p.server_stride + m));
  }

  bool belongs(int m) const {
    std::int32_t const base = residual[x.base * p.server_stride + m];
    std::int32_t const other = residual[(1 - x.base) * p.server_stride + m];
    for (int i = 0; i < RatioIndex::least_demands; ++i)
      if (base >= x.least_base[i] && other >= x.least_other[i]) return true;
    return false;
  }
  bool may_fit_some(int m) const {
    for (int c = 0; c < p.classes; ++c)
      if (reference_slot[c] == x.reference_slot && servers::fits<2>(p, s, p.demands + c * 2, m))
        return true;
    return false;
  }

  /// Every server that may fit some class is there once, in its place in the order, with its
  /// residuals, and no member has more than its leaf tells.
  void check() const {
    RatioOrder const& t = x.order;
    std::pair<double, int> last{-1.0, -1};
    int members = 0;
    for (int at = 0; at < t.size; ++at) {
      std::pair<double, int> const lower{t.lower_ratio[at], t.lower_server[at]};
      ASSERT_TRUE(at == 0 || last < lower);
      ASSERT_TRUE(at % 16 != 0 || t.block_ratio[at / 16] == t.lower_ratio[at]);
      for (int k = 0; k < RatioLeaf::room; ++k) {
        if (!(ratio_order::members_at(t, at) >> k & 1)) continue;
        RatioLeaf const& leaf = ratio_order::leaf_at(t, at);
        std::pair<double, int> const key{leaf.ratio[k], leaf.server[k]};
        ASSERT_LT(last, key);
        ASSERT_LE(lower, key);
        last = key;
        ++members;
        check(leaf, k, at);
      }
    }
    for (int at = t.size; at < t.capacity; ++at) ASSERT_EQ(t.most_base[at], -1);
    for (int block = (t.size + 15) / 16; block < block_capacity(t); ++block)
      ASSERT_EQ(t.block_ratio[block], ratio_order::infinite);
    int expected = 0;
    for (int m = 0; m < p.servers; ++m) {
      ASSERT_EQ(t.where[m] >= 0, belongs(m));
      ASSERT_TRUE(belongs(m) || !may_fit_some(m));
      expected += belongs(m);
    }
    ASSERT_EQ(members, expected);
  }
  void check(RatioLeaf const& leaf, int k, int at) const {
    int const m = leaf.server[k];
    ASSERT_EQ(leaf.base[k], residual[x.base * p.server_stride + m]);
    ASSERT_EQ(leaf.other[k], residual[(1 - x.base) * p.server_stride + m]);
    ASSERT_LE(leaf.base[k], x.order.most_base[at]);
    ASSERT_LE(leaf.other[k], x.order.most_other[at]);
    std::int32_t const kind = ratio_order::room_of(x.order, x.order.leaf[at], k).kinds;
    ASSERT_EQ(kind, servers::kind(p, m));
    ASSERT_EQ(kind & ~x.order.kinds[at], 0);
    ASSERT_EQ(&x.order.leaves[x.order.where[m] / RatioLeaf::room], &leaf);
    ASSERT_EQ(x.order.where[m] % RatioLeaf::room, k);
  }
};

/// Slots of random releases and picks; every answer is compared.
void simulate(Cluster& c, Random& random, int reference, int slots, int picks) {
  ratio_index::build<2>(c.p, c.s, c.x, reference, c.everybody.data());
  for (int slot = 0; slot < slots; ++slot) {
    for (int i = 0; i < picks; ++i) {
      int const demand = below(random, c.p.classes);
      if (c.reference_slot[demand] != reference) continue;
      auto const* const allowed =
          c.placement(below(random, 2) ? 0 : below(random, placement_count));
      std::int32_t const m = c.naive(demand, allowed);
      std::int32_t const found = ratio_index::find<2>(c.p, c.x, demand, allowed);
      ASSERT_TRUE(found == m || found == ratio_index::gave_up) << found << ", not " << m;
      if (m >= 0) c.take(m, demand);
    }
    c.check();
    int const share = 1 + below(random, 40);
    for (int m = 0; m < c.p.servers; ++m) {
      if (below(random, share) != 0) continue;
      if (below(random, 2))
        c.free_all(m);
      else
        c.free_some(random, m);
    }
    c.check();
  }
}

void simulate_both(Random& random, int servers, int types, Sizes sizes, int slots, int picks) {
  Cluster c(random, servers, types, 1 + below(random, 20), sizes);
  for (int reference = 0; reference < c.p.references; ++reference)
    simulate(c, random, reference, slots, picks);
}

RC_GTEST_PROP(RatioIndex, AnswersAsAScanDoes, (std::uint64_t seed)) {
  Random random(seed);
  int const servers = 1 + below(random, below(random, 4) ? 300 : 700);
  int const types = below(random, 2) ? 1 + below(random, 5) : servers;
  auto const sizes = static_cast<Sizes>(below(random, static_cast<int>(Sizes::modes)));
  simulate_both(random, servers, types, sizes, 6, 100);
  RC_ASSERT(!testing::Test::HasFatalFailure());
}

TEST(RatioIndex, ManyServers) {
  Random random(1);
  for (auto const sizes : {Sizes::small, Sizes::large, Sizes::colliding})
    for (int const types : {3, 3000}) simulate_both(random, 3000, types, sizes, 4, 1000);
}

/// From one leaf to more than the upper level of the order has in one step.
TEST(RatioIndex, FindsALeafAmongFewAndMany) {
  Random random(4);
  for (int const servers : {1, 60, 900, 1'900, 2'000, 15'000, 16'000, 70'000}) {
    Cluster c(random, servers, servers, 4, Sizes::large);
    ratio_index::build<2>(c.p, c.s, c.x, 0, c.everybody.data());
    RatioOrder const& t = c.x.order;
    auto const expect = [&](double ratio) {
      int naive = 0;
      while (naive + 1 < t.size && t.lower_ratio[naive + 1] < ratio) ++naive;
      ASSERT_EQ(ratio_order::last_below(t, ratio), naive) << servers << ", " << ratio;
    };
    expect(0.0), expect(ratio_order::infinite);
    for (int at = 1; at < t.size; ++at) {
      double const ratio = t.lower_ratio[at];
      expect(ratio), expect(std::nextafter(ratio, 0.0)), expect(std::nextafter(ratio, 1e300));
    }
    if (servers == 70'000) {
      EXPECT_GT(t.size, 3 * 256);
    }
  }
}

/// Servers of the same shape: one long run of equal ratios.
TEST(RatioIndex, OneRatio) {
  Random random(2);
  Cluster c(random, 3000, 1, 1, Sizes::small);
  simulate(c, random, 0, 3, 3000);
}

/// Without a spare leaf the index is made again.
TEST(RatioIndex, RunsOut) {
  Random random(3);
  Cluster c(random, 2000, 2000, 8, Sizes::large);
  ratio_index::build<2>(c.p, c.s, c.x, 0, c.everybody.data());
  int rebuilt = 0;
  for (int round = 1; round <= 40; ++round) {
    int const before = c.x.order.size;
    for (int m = round; m < c.p.servers; m += round)
      c.set(m, below(random, 1000) / round, below(random, 1000) * round);
    rebuilt += c.x.order.size < before;
    c.check();
    for (int demand = 0; demand < c.p.classes; ++demand)
      if (c.reference_slot[demand] == 0) {
        ASSERT_EQ(ratio_index::find<2>(c.p, c.x, demand, c.placement(0)),
                  c.naive(demand, c.placement(0)));
      }
  }
  ASSERT_GT(rebuilt, 0);
}

}  // namespace
}  // namespace fairslot
