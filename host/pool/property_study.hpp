/// Experiment "properties": how many random pools break what is asked of mechanisms.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "host/pool/document.hpp"
#include "host/pool/experiment.hpp"
#include "host/pool/properties.hpp"
#include "host/pool/solver.hpp"

namespace fairslot::pool {

/// Of every pool that is drawn: resources, and users at least.
inline constexpr std::size_t resources_drawn = 2;
inline constexpr std::int64_t least_users_drawn = 2;

/// A mechanism. One that divides one resource sees the first alone, one that places tasks sees one
/// server.
struct Subject {
  explicit Subject(Solver own)
      : solver(own),
        of_one_resource(std::ranges::count(solver.info().options, "resource", &OptionInfo::name)),
        on_servers(solver.info().takes.permitted) {}

  Instance seen(Instance in) const;
  Answer operator()(Instance const&) const;

  Solver solver;
  bool of_one_resource, on_servers;
};

struct Witness {
  std::int64_t number;  ///< of the instance
  Instance in;
  Shortfall shortfall;
  /// Few users and small numbers; the first of equal ones.
  auto size() const {
    return std::tuple(in.N(),
                      std::accumulate(in.capacity.begin(), in.capacity.end(),
                                      std::accumulate(in.demand.begin(), in.demand.end(), 0.0)));
  }
};

/// Of a mechanism and a property: on how many instances it was tried and is broken.
struct Cell {
  std::int64_t tried = 0, broken = 0;
  double largest = 0;  ///< part that is missing
  std::optional<Witness> smallest;

  void add(Cell&& later) {
    tried += later.tried;
    broken += later.broken;
    largest = std::max(largest, later.largest);
    if (later.smallest && (!smallest || later.smallest->size() < smallest->size()))
      smallest = std::move(later.smallest);
  }
};
using Cells = std::vector<Cell>;  // [subject][property]

/// Whether a property that a mechanism does not have is broken where the file says.
struct Example {
  std::size_t subject, property;
  Instance in;
  Cell found = {};
};

class PropertyStudy final : public Experiment {
 public:
  PropertyStudy(Document const&, std::string name);
  void run(int threads) override;
  std::string table() const override;
  std::string json() const override;
  record::Published write(std::string const& path) const override;

 private:
  void read_mechanisms(scenario::Value const&);
  Example example_of(scenario::Value const&, std::string const& key);
  Cells cells_of(std::int64_t first, std::int64_t end) const;
  Cell const& cell(std::size_t subject, std::size_t property) const {
    return cells_[subject * properties().size() + property];
  }
  std::string name_of(std::size_t subject) const { return subjects_[subject].solver.text(); }
  /// Of the cells of which something is published, how many there are and how many agree.
  std::pair<std::int64_t, std::int64_t> agreement() const;
  std::string witnesses() const;
  std::string examples() const;

  ExperimentHead head_;
  std::int64_t instances_ = 2000, most_users_ = 3;
  std::vector<Subject> subjects_;
  std::vector<Example> examples_;
  Cells cells_;
};

}  // namespace fairslot::pool
