#include "tests/oracle/pool/leveling.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>

#include "host/pool/linear_program.hpp"

namespace fairslot::pool::twins {
namespace {

constexpr double tolerance = 1e-7, slack = 1e-11;

/// Columns: the lowest level, then the tasks of each user on each server, without classes.
class Rounds {
 public:
  Rounds(Instance const& in, Measure const& measure)
      : in_(in), measure_(measure), servers_(std::max<std::size_t>(in.M(), 1)) {
    LinearProgram program;
    for (std::size_t m = 0; m < servers_; ++m)
      for (std::size_t r = 0; r < in.K(); ++r) program.add_row(-boundless, capacity(m, r));
    for (std::size_t i = 0; i < in.N(); ++i) program.add_row(0, boundless);
    for (std::size_t i = 0; i < in.N(); ++i) program.add_row(-boundless, in.tasks[i]);
    program.add_row(0, boundless);
    program.add_column(0);
    for (std::size_t i = 0; i < in.N(); ++i)
      program.put(level_row(i), is_part(i) ? -measure.unit[i] : 0);
    program.put(lowest_row(), 1);
    for (std::size_t i = 0; i < in.N(); ++i)
      for (std::size_t m = 0; m < servers_; ++m) add_column(program, i, m);
    simplex_.emplace(program);
  }

  std::vector<double> levels() {
    std::vector<double> levels(in_.N(), 0.0);
    std::vector<std::size_t> open;
    for (std::size_t i = 0; i < in_.N(); ++i)
      if (is_part(i)) open.push_back(i);
    while (!open.empty()) {
      double const lowest = highest(0, 0);
      std::vector<std::size_t> rising, fixed;
      for (std::size_t const i : open)
        (highest(1 + i, lowest) > lowest + tolerance * std::max(lowest, 0.001) ? rising : fixed)
            .push_back(i);
      if (fixed.empty()) throw std::runtime_error("twin: all levels rise beyond the highest");
      for (std::size_t const i : fixed) {
        levels[i] = lowest;
        simplex_->set_factor(level_row(i), 0, 0);
        simplex_->set_row(level_row(i), lowest * measure_.unit[i] * (1 - slack), boundless);
      }
      open = rising;
    }
    return levels;
  }

 private:
  double capacity(std::size_t m, std::size_t r) const {
    return in_.M() > 0 ? in_.server(m)[r] : in_.capacity[r];
  }
  bool is_permitted(std::size_t i, std::size_t m) const {
    return in_.permitted.empty() || in_.permitted[i].empty() ||
           std::ranges::count(in_.permitted[i], m) > 0;
  }
  bool can_run(std::size_t i, std::size_t m) const {
    for (std::size_t r = 0; r < in_.K(); ++r)
      if (in_.demand_of(i)[r] > 0 && capacity(m, r) == 0) return false;
    return is_permitted(i, m);
  }
  bool is_part(std::size_t i) const {
    for (std::size_t m = 0; m < servers_; ++m)
      if (measure_.unit[i] > 0 && can_run(i, m)) return true;
    return false;
  }
  std::size_t level_row(std::size_t i) const { return servers_ * in_.K() + i; }
  std::size_t lowest_row() const { return servers_ * in_.K() + 2 * in_.N(); }
  double worth(std::size_t m) const { return measure_.by_speed ? in_.speed[m] : 1.0; }
  void add_column(LinearProgram& program, std::size_t i, std::size_t m) {
    program.add_column(0, 0, is_part(i) && is_permitted(i, m) ? boundless : 0);
    for (std::size_t r = 0; r < in_.K(); ++r)
      if (in_.demand_of(i)[r] > 0) program.put(m * in_.K() + r, in_.demand_of(i)[r]);
    program.put(level_row(i), worth(m));
    program.put(level_row(i) + in_.N(), 1);
  }
  /// Of the lowest level (0) or of user i's (1 + i), with none lower than `lowest`.
  double highest(std::size_t what, double lowest) {
    simplex_->set_gain(0, what == 0 ? 1 : 0);
    simplex_->set_row(lowest_row(), lowest * (1 - slack), boundless);
    double level = 0;
    for (std::size_t i = 0; i < in_.N(); ++i)
      for (std::size_t m = 0; m < servers_; ++m)
        simplex_->set_gain(column(i, m), what == 1 + i ? worth(m) : 0.0);
    if (!simplex_->maximize()) throw std::runtime_error("twin: " + simplex_->residual());
    if (what == 0) return simplex_->value(0);
    for (std::size_t m = 0; m < servers_; ++m)
      level += simplex_->value(column(what - 1, m)) * worth(m);
    return level / measure_.unit[what - 1];
  }
  std::size_t column(std::size_t i, std::size_t m) const { return 1 + i * servers_ + m; }

  Instance const& in_;
  Measure const& measure_;
  std::size_t servers_;
  std::optional<Simplex> simplex_;
};

}  // namespace

std::vector<double> levels(Instance const& in, Measure const& measure) {
  return Rounds(in, measure).levels();
}

}  // namespace fairslot::pool::twins
