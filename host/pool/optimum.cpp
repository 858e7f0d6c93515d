#include "host/pool/optimum.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "host/pool/linear_program.hpp"
#include "kernels/list.hpp"

namespace fairslot::pool {
namespace {

/// That a program may tell apart, by job, server and slot.
constexpr double most_starts = 1e6;

/// Of a job on a server that has nothing else to do.
std::int64_t room(Problem const& p, int entry, int server) {
  std::int32_t const* const demand = p.demand_of(p.demand[entry]);
  std::int64_t tasks = limits::count;
  for (int r = 0; r < p.resources; ++r)
    if (demand[r] > 0) tasks = std::min<std::int64_t>(tasks, p.capacity_of(r, server) / demand[r]);
  return tasks;
}

double weight_of(Problem const& p, int user, int entry) {
  double const own = p.job_weight.empty() ? 0.0 : p.job_weight[entry];
  return own > 0 ? own : p.weight[user];
}

/// Alone it fills the cluster each time that its tasks have ended.
double credit_of(Problem const& p, int user) {
  int const first = p.job_begin[user];
  if (first == p.job_begin[user + 1] || p.submit[first] > p.horizon) return 0;
  std::int64_t tasks = 0;
  for (int m = 0; m < p.servers; ++m) tasks += room(p, first, m);
  std::int64_t const fillings = (p.horizon - p.submit[first]) / p.duration[first] + 1;
  return weight_of(p, user, first) * static_cast<double>(fillings * tasks);
}

/// max s. Its columns are s, in units of the most that anybody could have, a start for whom, of
/// which job, where and when, and of each user whether it has all it wants.
class Schedule {
 public:
  Schedule(Problem const& p, Wanted const& wanted)
      : p_(p), wanted_(wanted), most_(lowest_share(wanted, wanted.tasks).value()) {
    for (std::int64_t t = 1; t <= p.horizon; ++t)
      for (int m = 0; m < p.servers; ++m)
        for (int r = 0; r < p.resources; ++r) program_.add_row(-boundless, p.capacity_of(r, m));
    for (int u = 0; u < p.users(); ++u) add_user_rows(u);
    program_.add_column(1, 0, 1);
    for (int u = 0; u < p.users(); ++u) program_.put(rows_[u].share, -wanted.credit[u] * most_);
    for (int u = 0; u < p.users(); ++u) add_user(u);
  }

  List<std::int64_t> starts() const {
    std::vector<double> const x = maximize_whole(program_);
    List<std::int64_t> tasks(static_cast<std::size_t>(p_.users()), 0);
    for (auto const& [column, user] : starts_) tasks[user] += std::llround(x[column]);
    return tasks;
  }

 private:
  struct UserRows {
    std::size_t share, all;
    std::vector<std::size_t> jobs;
  };

  /// Σ x ≥ W s, or it has all: Σ x ≥ B. No more of a job than it has.
  void add_user_rows(int u) {
    UserRows& rows = rows_.emplace_back();
    rows.share = program_.add_row(0, boundless);
    rows.all = program_.add_row(0, boundless);
    for (int e = p_.job_begin[u]; e < p_.job_begin[u + 1]; ++e)
      rows.jobs.push_back(program_.add_row(-boundless, p_.tasks[e]));
  }

  void add_user(int u) {
    std::int64_t can_have = 0;
    for (int e = p_.job_begin[u]; e < p_.job_begin[u + 1]; ++e)
      for (int m = 0; m < p_.servers; ++m)
        for (std::int64_t t = p_.submit[e]; t <= p_.horizon; ++t) can_have += add_start(u, e, m, t);
    bool const may_have_all = can_have >= wanted_.tasks[u];
    program_.add_whole_column(0, 0, may_have_all ? 1 : 0);
    program_.put(rows_[u].share, wanted_.credit[u] * most_);
    program_.put(rows_[u].all, -static_cast<double>(wanted_.tasks[u]));
  }

  /// How many there may be.
  std::int64_t add_start(int u, int e, int m, std::int64_t t) {
    std::int64_t const tasks = std::min<std::int64_t>(room(p_, e, m), p_.tasks[e]);
    if (tasks == 0 || !p_.permits(p_.placement[e], m)) return 0;
    UserRows const& rows = rows_[u];
    starts_.emplace_back(program_.add_whole_column(0, 0, static_cast<double>(tasks)), u);
    program_.put(rows.share, 1);
    program_.put(rows.all, 1);
    program_.put(rows.jobs[static_cast<std::size_t>(e - p_.job_begin[u])], 1);
    std::int64_t const last = std::min(t + p_.duration[e] - 1, p_.horizon);
    std::int32_t const* const demand = p_.demand_of(p_.demand[e]);
    for (std::int64_t at = t; at <= last; ++at)
      for (int r = 0; r < p_.resources; ++r)
        if (demand[r] > 0)
          program_.put(static_cast<std::size_t>(((at - 1) * p_.servers + m) * p_.resources + r),
                       demand[r]);
    return tasks;
  }

  Problem const& p_;
  Wanted const& wanted_;
  double most_;
  LinearProgram program_;
  List<UserRows> rows_;
  std::vector<std::pair<std::size_t, int>> starts_;  // columns, and whose they are
};

}  // namespace

Wanted wanted_of(Problem const& p) {
  Wanted wanted;
  for (int u = 0; u < p.users(); ++u) {
    wanted.credit.push_back(credit_of(p, u));
    std::int64_t& tasks = wanted.tasks.emplace_back(0);
    for (int e = p.job_begin[u]; e < p.job_begin[u + 1]; ++e)
      if (p.submit[e] <= p.horizon) tasks += p.tasks[e];
  }
  return wanted;
}

CreditShare lowest_share(Wanted const& wanted, std::span<std::int64_t const> started) {
  CreditShare lowest, highest;
  bool is_any = false;
  for (std::size_t u = 0; u < started.size(); ++u) {
    if (wanted.credit[u] == 0) continue;
    CreditShare const all{wanted.tasks[u], wanted.credit[u]}, own{started[u], wanted.credit[u]};
    if (all.value() > highest.value()) highest = all;
    if (started[u] == wanted.tasks[u] || (is_any && own.value() >= lowest.value())) continue;
    lowest = own;
    is_any = true;
  }
  return is_any ? lowest : highest;
}

void require_known(Problem const& p) {
  auto const refuse = [](std::string_view what) {
    throw std::runtime_error(fmt::format("{}, which program (10) does not know", what));
  };
  if (p.horizon == 0)
    throw std::runtime_error("/T: 0 is not allowed for optimum (allowed: the slots to look at)");
  if (!p.changes.empty()) refuse("/events: are there");
  if (!p.leave.empty()) refuse("/users: one of them leaves");
  if (!p.per_server.empty()) refuse("/users: a job has per_server");
}

List<std::int64_t> best_starts(Problem const& p, Wanted const& wanted) {
  double const starts = static_cast<double>(std::max(p.entries(), p.resources)) * p.servers *
                        static_cast<double>(p.horizon);
  if (starts > most_starts)
    throw std::runtime_error(fmt::format(
        "{:g} starts, of jobs on servers in slots, are more than anybody waits for (allowed: {:g})",
        starts, most_starts));
  return Schedule(p, wanted).starts();
}

}  // namespace fairslot::pool
