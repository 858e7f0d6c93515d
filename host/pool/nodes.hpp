/// The DFE metric's system: nodes that are born and die by chance, with new demands in every slot.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "host/pool/document.hpp"
#include "host/pool/instance.hpp"
#include "host/random.hpp"

namespace fairslot::pool {

struct NodeSystem {
  std::vector<double> capacity;       ///< [K]
  std::int64_t nodes = 20;            ///< at first
  std::int64_t least = 0, most = 30;  ///< of a demand, integers
  double birth = 0.6, death = 0.7;    ///< of one node, a slot
  std::int64_t slots = 50;            ///< after the first, which is 0
  std::int64_t seeds = 100;           ///< independent runs
};

/// Asks for capacity, nodes, demand, birth, death, slots, seeds.
NodeSystem node_system_of(Keys&);

/// One run of a system.
class Nodes {
 public:
  Nodes(NodeSystem const&, std::uint64_t seed, std::int64_t run);

  /// The next slot: a death, a birth, then new demands. Neither is there in slot 0.
  void step();
  std::int64_t slot() const { return slot_; }
  std::size_t size() const { return nodes_; }
  /// Which index went in this slot; none: size() of the slot before or more.
  std::size_t died() const { return died_; }
  bool born() const { return born_; }
  /// Indices of those who ask for anything.
  std::vector<std::size_t> asking() const;
  /// Of these, a task each.
  Instance instance() const;

 private:
  std::span<double const> demand_of(std::size_t node) const {
    return std::span(demand_).subspan(node * system_.capacity.size(), system_.capacity.size());
  }
  void draw();

  NodeSystem const& system_;
  Random random_;
  std::int64_t slot_ = 0;
  std::size_t nodes_, died_;
  bool born_ = false;
  std::vector<double> demand_;
};

/// `KEY = [from, to, step]` as numbers, rounded to 1e-9. Throws InputError.
std::vector<double> grid(Keys&, std::string_view key, std::vector<double> otherwise,
                         Numbers const& range);

/// Of numbers: mean, 5 %, median, 95 %. NaN where there are none.
struct Band {
  explicit Band(std::vector<double> numbers);
  double mean, low, median, high;
  std::int64_t count;
};

}  // namespace fairslot::pool
