#include "host/pool/leveling.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "host/pool/filling.hpp"
#include "host/pool/linear_program.hpp"
#include "host/pool/mechanism.hpp"
#include "host/pool/servers.hpp"

namespace fairslot::pool {
namespace {

using Doubles = std::vector<double>;
using Classes = std::vector<ServerClass>;

/// Of all prices in a round. Who pays one for more has its level fixed: were there less of what it
/// needs, the lowest level would be lower.
constexpr double least_price = 1e-12;
/// Of a capacity, and of a level.
constexpr double greatest_residual = 1e-8;
/// Of a level that is fixed, what rounding may take from it: as little as CLP can work with. What
/// it takes from one user is more to another whose tasks are small.
constexpr double least_slack = 1e-14, most_slack = 1e-9;
/// σ at most: to CLP, factors that are much smaller than others are none.
constexpr double farthest = 1000;

/// Tasks of a user on a class of servers.
struct Place {
  std::size_t user, server_class;
  double level;  ///< that a task adds
  double room;   ///< for how many tasks, alone
};
using Places = std::vector<Place>;

/// Of users who can have tasks at all, user by user.
Places places_of(Instance const& in, Classes const& classes, Measure const& measure) {
  Places places;
  for (std::size_t i = 0; i < in.N(); ++i) {
    if (measure.unit[i] == 0) continue;
    for (std::size_t c = 0; c < classes.size(); ++c) {
      ServerClass const& own = classes[c];
      double const tasks = own.count() * room(own.capacity, in.demand_of(i), false);
      if (own.permitted[i] && tasks > 0)
        places.push_back({i, c, (measure.by_speed ? own.speed : 1.0) / measure.unit[i], tasks});
    }
  }
  return places;
}

/// [N] the highest level of a user who is alone, without its limit; 0: it can have no tasks.
Doubles alone_levels(Instance const& in, Places const& places) {
  Doubles levels(in.N(), 0.0);
  for (Place const& own : places) levels[own.user] += own.room * own.level;
  return levels;
}

/// Of tasks [place].
Answer answer_of_places(Instance const& in, Classes const& classes, Places const& places,
                        Doubles const& placed) {
  Doubles tasks(in.N(), 0.0), level(in.N(), 0.0), by_server(in.N() * in.M(), 0.0);
  for (std::size_t p = 0; p < places.size(); ++p) {
    Place const& own = places[p];
    ServerClass const& servers = classes[own.server_class];
    tasks[own.user] += placed[p];
    level[own.user] += placed[p] * own.level;
    if (in.M() == 0) continue;
    for (std::size_t const m : servers.servers)
      by_server[own.user * in.M() + m] = placed[p] / servers.count();
  }
  Answer answer = answer_of_tasks(in, std::move(tasks));
  answer.level = std::move(level);
  answer.placed = std::move(by_server);
  Doubles const can = alone_levels(in, places);
  for (std::size_t i = 0; i < in.N(); ++i)
    if (can[i] == 0) answer.left_out.push_back(i);
  return answer;
}

/// A program, max σ, again and again. Its columns are σ and, a place, the level that its tasks add,
/// y. It has a row a user, Σ y − σ ≥ 0, and once the user's level is fixed, Σ y ≥ that; a row a
/// class and resource, in parts of what there is; and a row a limit, in parts of it. σ is in units
/// of a level that is near; when the levels have left that behind, the program is written anew.
class Rounds {
 public:
  Rounds(Instance const& in, Classes const& classes, Places const& places)
      : in_(in),
        classes_(classes),
        places_(places),
        unit_(in.N()),
        level_(in.N(), 0.0),
        level_row_(in.N()),
        limit_row_(in.N()) {
    Doubles const alone = alone_levels(in, places);
    for (std::size_t i = 0; i < in.N(); ++i)
      if (alone[i] > 0 && in.tasks[i] > 0) {
        near_ = std::min(near_, alone[i]);
        open_.push_back(i);
      }
    for (Place const& own : places)
      if (in.tasks[own.user] > 0) near_ = std::min(near_, in.tasks[own.user] * own.level);
    users_ = open_;
  }

  /// [place]
  Doubles tasks() {
    Doubles placed(places_.size(), 0.0);
    while (!open_.empty()) go_on();
    for (std::size_t p = 0; p < places_.size() && simplex_; ++p)
      placed[p] = std::max(simplex_->value(p + 1), 0.0) * tasks_of_one(places_[p]);
    return placed;
  }

 private:
  static bool is_far(double sigma) { return sigma >= farthest * (1 - greatest_residual); }
  bool limited(std::size_t i) const { return in_.tasks[i] < unlimited; }
  /// Of one y.
  double tasks_of_one(Place const& own) const { return unit_[own.user] / own.level; }

  /// As long as the levels are near.
  void go_on() {
    for (std::size_t const i : users_) unit_[i] = level_[i] > 0 ? level_[i] : near_;
    LinearProgram program;
    add_rows(program);
    add_columns(program);
    simplex_.emplace(program);
    keep_levels(least_slack);
    double sigma = 0;
    while (!open_.empty() && !is_far(sigma)) sigma = round();
    near_ *= sigma;
  }

  void add_rows(LinearProgram& program) {
    for (std::size_t row = 0; row < classes_.size() * in_.K(); ++row)
      program.add_row(-boundless, 1);
    for (std::size_t const i : users_) {
      level_row_[i] = program.add_row(0, boundless);
      if (limited(i)) limit_row_[i] = program.add_row(-boundless, 1);
    }
  }

  void add_columns(LinearProgram& program) {
    program.add_column(1, 0, farthest);
    for (std::size_t const i : open_) program.put(level_row_[i], -1);
    for (Place const& own : places_) {
      bool const is_in = in_.tasks[own.user] > 0;
      program.add_column(0, 0, is_in ? boundless : 0);
      if (is_in) put_place(program, own);
    }
  }
  void put_place(LinearProgram& program, Place const& own) {
    ServerClass const& servers = classes_[own.server_class];
    double const tasks = tasks_of_one(own);
    program.put(level_row_[own.user], 1);
    for (std::size_t r = 0; r < in_.K(); ++r)
      if (double const d = in_.demand_of(own.user)[r]; d > 0)
        program.put(room_row(own.server_class, r),
                    d / servers.capacity[r] * tasks / servers.count());
    if (limited(own.user)) program.put(limit_row_[own.user], tasks / in_.tasks[own.user]);
  }

  std::size_t room_row(std::size_t server_class, std::size_t r) const {
    return server_class * in_.K() + r;
  }

  void keep_levels(double slack) {
    for (std::size_t const i : users_)
      if (level_[i] > 0)
        simplex_->set_row(level_row_[i], level_[i] / unit_[i] * (1 - slack), boundless);
  }
  void maximize() {
    for (double slack = least_slack; !simplex_->maximize(); keep_levels(slack *= 10))
      if (slack > most_slack)
        throw NotConverged(fmt::format("a linear program is not solved: {}", simplex_->residual()));
  }

  /// σ. Who pays for more has now the level that it keeps.
  double round() {
    maximize();
    double const sigma = simplex_->value(0);
    if (is_far(sigma)) return sigma;
    std::vector<std::uint8_t> const pays = payers();
    std::size_t const before = open_.size();
    std::erase_if(open_, [&](std::size_t i) {
      if (!pays[i]) return false;
      level_[i] = sigma * near_;
      simplex_->set_factor(level_row_[i], 0, 0.0);
      return true;
    });
    keep_levels(least_slack);
    if (open_.size() == before)
      throw NotConverged(fmt::format("residual {}: nobody pays for a higher level", sigma));
    return sigma;
  }

  /// [N] whose every place, or whose limit, has a price.
  std::vector<std::uint8_t> payers() const {
    std::vector<std::uint8_t> pays(in_.N(), 1);
    double all = 1;
    for (std::size_t row = 0; row < classes_.size() * in_.K(); ++row) all += simplex_->price(row);
    for (Place const& own : places_)
      if (price(own) < least_price * all) pays[own.user] = 0;
    for (std::size_t const i : open_)
      if (limited(i) && simplex_->price(limit_row_[i]) >= least_price) pays[i] = 1;
    return pays;
  }
  /// Of as many tasks as the class has room for.
  double price(Place const& own) const {
    double price = 0;
    for (std::size_t r = 0; r < in_.K(); ++r)
      if (double const d = in_.demand_of(own.user)[r]; d > 0)
        price += simplex_->price(room_row(own.server_class, r)) * d * own.room /
                 (classes_[own.server_class].capacity[r] * classes_[own.server_class].count());
    return price;
  }

  Instance const& in_;
  Classes const& classes_;
  Places const& places_;
  double near_ = unlimited;
  Doubles unit_;                           // of the level of a user's y
  Doubles level_;                          // fixed, or 0
  std::vector<std::size_t> users_, open_;  // who takes part; and whose level is not fixed
  std::vector<std::size_t> level_row_, limit_row_;
  std::optional<Simplex> simplex_;
};

/// Of a capacity or a limit, what is used beyond it.
void require_room(Instance const& in, Classes const& classes, Places const& places,
                  Doubles const& placed) {
  Doubles used(classes.size() * in.K(), 0.0);
  for (std::size_t p = 0; p < places.size(); ++p)
    for (std::size_t r = 0; r < in.K(); ++r)
      if (double const d = in.demand_of(places[p].user)[r]; d > 0) {
        ServerClass const& servers = classes[places[p].server_class];
        double& part = used[places[p].server_class * in.K() + r];
        part += placed[p] * d / servers.capacity[r] / servers.count();
        if (!(part <= 1 + greatest_residual))
          throw NotConverged(fmt::format("residual {}: more is used than there is", part - 1));
      }
}

}  // namespace

Answer even_levels_by_programs(Instance const& in, Measure const& measure) {
  Classes const classes = classes_of(in);
  Places const places = places_of(in, classes, measure);
  Doubles const placed = Rounds(in, classes, places).tasks();
  require_room(in, classes, places, placed);
  return answer_of_places(in, classes, places, placed);
}

Answer even_levels(Instance const& in, Measure const& measure) {
  Classes const classes = classes_of(in);
  if (classes.size() > 1 || std::ranges::count(classes.front().permitted, 0) > 0)
    return even_levels_by_programs(in, measure);
  Places const places = places_of(in, classes, measure);
  Doubles cost(in.N(), unlimited), placed(places.size());
  for (Place const& own : places) cost[own.user] = own.level;
  Doubles const tasks = fill(in, cost, in.tasks);
  for (std::size_t p = 0; p < places.size(); ++p) placed[p] = tasks[places[p].user];
  return answer_of_places(in, classes, places, placed);
}

}  // namespace fairslot::pool
