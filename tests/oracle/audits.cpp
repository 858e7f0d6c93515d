#include "tests/oracle/audits.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <stdexcept>

#include "kernels/list.hpp"
#include "tests/oracle/cluster.hpp"
#include "tests/oracle/oracle.hpp"

namespace fairslot {
namespace {

using Vector = List<std::int64_t>;

/// What is known of one slot, found from the problem and the picks alone.
struct Moment {
  std::int64_t slot;
  std::vector<Pick> picks;     ///< of this slot
  std::vector<Pick> running;   ///< after them
  List<int> head;              ///< of each user at the start of the slot, its latest; -1
  List<int> next;              ///< after the picks; -1: no queue
  List<std::int64_t> started;  ///< X, lost tasks taken back
  List<std::int64_t> submitted;
  List<double> weight;
  List<bool> is_down;
};

class History {
 public:
  History(Problem const& problem, Policy const& policy, RunResult const& run)
      : p(problem),
        run_(run),
        by_speed_(info_of(policy).name == "eunomia" && !p.speed.empty()),
        skips_(option_value(policy, "skip_unplaceable") == "1") {
    Moment now{0,
               {},
               {},
               List<int>(std::size_t(p.users()), -1),
               {},
               Vector(std::size_t(p.users()), 0),
               Vector(std::size_t(p.users()), 0),
               {p.weight.begin(), p.weight.end()},
               List<bool>(std::size_t(p.servers), false)};
    left_.assign(p.tasks.begin(), p.tasks.end());
    for (std::int64_t slot = 1; slot <= run.slots; ++slot) all.push_back(now = after(now, slot));
  }

  Problem const& p;
  List<Moment> all;

  int front(int user, std::int64_t slot) const {
    if (p.has_left(user, slot)) return -1;
    for (int e = p.job_begin[user]; e < p.job_begin[user + 1]; ++e)
      if (p.submit[e] <= slot && left_[e] > 0 && !is_left_out(e)) return e;
    return -1;
  }

 private:
  std::int64_t end_of(Pick const& pick) const {
    std::int64_t slots = p.duration[pick.entry];
    if (by_speed_) {
      double const speed = p.speed[pick.server];
      auto const enough = [&](std::int64_t k) {
        return double(k) * speed >= double(p.duration[pick.entry]);
      };
      slots = std::max<std::int64_t>(1, std::int64_t(double(p.duration[pick.entry]) / speed) - 2);
      while (!enough(slots)) ++slots;
    }
    return pick.slot + slots;
  }

  Moment after(Moment const& before, std::int64_t slot) {
    Moment now = before;
    now.slot = slot;
    now.picks.clear();
    std::erase_if(now.running, [&](Pick const& pick) { return end_of(pick) <= slot; });
    for (Change const& change : p.changes) {
      if (change.slot != slot) continue;
      if (change.what == Change::What::weight) now.weight[change.of] = change.value;
      if (!change.is_of_server()) continue;
      now.is_down[change.of] = change.what == Change::What::server_down;
      if (!now.is_down[change.of]) continue;
      for (Pick const& pick : now.running)
        if (pick.server == change.of) ++left_[pick.entry], --now.started[pick.user];
      std::erase_if(now.running, [&](Pick const& pick) { return pick.server == change.of; });
    }
    for (int u = 0; u < p.users(); ++u) {
      now.submitted[u] = 0;
      for (int e = p.job_begin[u]; e < p.job_begin[u + 1]; ++e)
        if (p.submit[e] <= slot && !p.comes_too_late(u, e)) now.submitted[u] += p.tasks[e];
      if (front(u, slot) >= 0) now.head[u] = front(u, slot);
    }
    for (Pick const& pick : run_.picks) {
      if (pick.slot != slot) continue;
      now.picks.push_back(pick), now.running.push_back(pick);
      --left_[pick.entry], ++now.started[pick.user];
    }
    now.next.clear();
    for (int u = 0; u < p.users(); ++u) now.next.push_back(front(u, slot));
    return now;
  }

  /// Left out from the start: it fits on no server on which it may run. (Not from run_.blocked,
  /// where the oracle strikes out what was of a user who leaves.)
  bool is_left_out(int entry) const {
    if (!skips_) return false;
    for (int m = 0; m < p.servers; ++m)
      if (p.permits(p.placement[entry], m) && fitting(capacity_of(p, m), demand_of(p, entry)) > 0)
        return false;
    return true;
  }

  RunResult const& run_;
  bool by_speed_, skips_;
  Vector left_;
};

class Judge {
 public:
  Judge(Draft const& draft, Policy const& policy, RunResult const& run)
      : draft_(draft),
        p_(build(draft)),
        policy_(policy),
        run_(run),
        pool_(info_of(policy).name == "drf" || option_value(policy, "fit") == "pool"),
        everywhere_(option_value(policy, "permitted") == "ignore"),
        history_(p_, policy, run) {}

  std::vector<PlainGap> of(std::string const& audit) {
    if (audit == "si" || audit == "si_split") return incentive(audit == "si_split");
    if (audit == "maximality") return maximality();
    if (audit == "envy") return envy();
    return ef1(audit);
  }

 private:
  bool permits(int entry, int server) const {
    return pool_ || everywhere_ || p_.permits(p_.placement[entry], server);
  }
  /// Tasks of the entry's demand in an amount.
  std::int64_t tasks_in(Vector const& amount, int entry) const {
    return fitting(amount, demand_of(p_, entry));
  }
  double weight(Moment const& now, int user) const {
    for (int e = p_.job_begin[user]; e < p_.job_begin[user + 1]; ++e)
      if (!p_.job_weight.empty() && p_.job_weight[e] > 0) return 1;
    return now.weight[user];
  }
  Vector amount(std::vector<Pick> const& picks, int user, int server, bool timed) const {
    Vector sum(std::size_t(p_.resources), 0);
    for (Pick const& pick : picks)
      if (pick.user == user && pick.server == server)
        for (std::size_t r = 0; r < sum.size(); ++r)
          sum[r] += demand_of(p_, pick.entry)[r] * (timed ? p_.duration[pick.entry] : 1);
    return sum;
  }
  int first_server() const { return pool_ ? -1 : 0; }
  int last_server() const { return pool_ ? -1 : p_.servers - 1; }

  static void add(std::vector<PlainGap>& gaps, PlainGap const& gap) {
    if (gap.gap > 0) gaps.push_back(gap);
  }

  /// Starts a slot of a user alone on its own servers, or on its part of each.
  Vector lone_starts(int user, bool split) const {
    Draft lone = draft_;
    lone.changes.clear(), lone.policies.clear(), lone.queues.clear(), lone.speeds.clear();
    lone.users = {draft_.users[user]};
    lone.users[0].weight = 1, lone.users[0].queue = -1, lone.users[0].own.reset();
    for (DraftJob& job : lone.users[0].jobs) job.terms.weight = 0;
    double weights = 0;
    for (DraftUser const& each : draft_.users) weights += each.weight;
    auto const& own = draft_.users[user].own;
    for (int m = 0; m < p_.servers; ++m) {
      bool const is_own = own ? std::ranges::count(*own, m) > 0 : m % p_.users() == user;
      for (std::int32_t& capacity : lone.servers[m])
        capacity =
            split
                ? std::int32_t(std::floor(double(capacity) * (draft_.users[user].weight / weights)))
            : is_own ? capacity
                     : 0;
    }
    std::string fifo = "fifo:fit=" + option_value(policy_, "fit");
    for (char const* const name : {"backfill", "skip_unplaceable"})
      fifo += std::string(",") + name + "=" + option_value(policy_, name);
    RunResult const run = oracle(build(lone), parse_policy(fifo), {.slots = false, .picks = true});
    Vector starts(std::size_t(run_.slots + 1), 0);
    for (Pick const& pick : run.picks)
      if (pick.slot <= run_.slots) ++starts[pick.slot];
    return starts;
  }

  std::vector<PlainGap> incentive(bool split) {
    std::vector<PlainGap> gaps;
    List<Vector> starts;
    for (int u = 0; u < p_.users(); ++u) starts.push_back(lone_starts(u, split));
    Vector entitled(std::size_t(p_.users()), 0);
    for (Moment const& now : history_.all)
      for (int u = 0; u < p_.users(); ++u) {
        entitled[u] += starts[u][now.slot];
        double const left = double(entitled[u]), right = double(now.started[u]);
        add(gaps, {now.slot, u, -1, left - right, left, right});
      }
    return gaps;
  }

  std::vector<PlainGap> maximality() {
    std::vector<PlainGap> gaps;
    for (Moment const& now : history_.all)
      for (int u = 0; u < p_.users(); ++u) {
        if (now.next[u] < 0) continue;
        for (int m = last_server(); m >= first_server(); --m)
          if (has_room(now, u, now.next[u], m)) {
            std::erase_if(gaps,
                          [&](PlainGap const& g) { return g.slot == now.slot && g.user == u; });
            gaps.push_back({now.slot, u, -1, 1, std::nan(""), std::nan(""), m});
          }
      }
    return gaps;
  }

  bool has_room(Moment const& now, int user, int entry, int server) const {
    if (!permits(entry, server) || (server >= 0 && now.is_down[server])) return false;
    Vector rest = server < 0 ? capacity_totals(p_) : capacity_of(p_, server);
    std::int64_t own = 0;
    for (Pick const& pick : now.running) {
      if (pick.server != server) continue;
      own += pick.user == user;
      for (std::size_t r = 0; r < rest.size(); ++r) rest[r] -= demand_of(p_, pick.entry)[r];
    }
    bool const limited = server >= 0 && !p_.per_server.empty() && own >= p_.per_server[entry];
    return !limited && tasks_in(rest, entry) > 0;
  }

  std::vector<PlainGap> envy() {
    std::vector<PlainGap> gaps;
    for (Moment const& now : history_.all)
      for (int i = 0; i < p_.users(); ++i)
        for (int j = 0; j < p_.users(); ++j) {
          if (i == j || now.next[i] < 0 || now.head[i] < 0) continue;
          std::int64_t value = 0;
          for (int m = first_server(); m <= last_server(); ++m)
            if (permits(now.head[i], m))
              value += tasks_in(amount(now.running, j, m, false), now.head[i]);
          auto const own = std::ranges::count(now.running, i, &Pick::user);
          double const left = double(value) / weight(now, j), right = double(own) / weight(now, i);
          add(gaps, {now.slot, i, j, left - right, left, right});
        }
    return gaps;
  }

  std::int64_t first_submit(int user) const {
    std::int64_t first = std::numeric_limits<std::int64_t>::max();
    for (int e = p_.job_begin[user]; e < p_.job_begin[user + 1]; ++e)
      if (!p_.comes_too_late(user, e)) first = std::min<std::int64_t>(first, p_.submit[e]);
    return first;
  }

  std::vector<PlainGap> ef1(std::string const& audit) {
    bool const timed = audit == "ef1_time";
    std::vector<PlainGap> gaps;
    for (Moment const& now : history_.all)
      for (int i = 0; i < p_.users(); ++i)
        for (int j = 0; j < p_.users(); ++j) {
          if (i == j || now.started[i] >= now.submitted[i] - 1 || now.head[i] < 0) continue;
          std::int64_t value = 0, own = 0, most = 0;
          for (Moment const& then : history_.all) {
            if (then.slot > now.slot || then.slot < std::max(first_submit(i), first_submit(j)))
              continue;
            for (int m = first_server(); m <= last_server(); ++m)
              see(then, i, j, m, timed, value, most);
            for (Pick const& pick : then.picks)
              if (pick.user == i) own += timed ? p_.duration[pick.entry] : 1;
          }
          std::int64_t const away = audit == "ef1_j" ? most : timed ? p_.duration[now.head[i]] : 1;
          double const left = double(value - away) / weight(now, j);
          double const right = double(own) / weight(now, i);
          if (value > 0) add(gaps, {now.slot, i, j, left - right, left, right});
        }
    return gaps;
  }

  /// What i sees on one server in what j started in one slot.
  void see(Moment const& then, int i, int j, int server, bool timed, std::int64_t& value,
           std::int64_t& most) const {
    int const head = then.head[i];
    if (head < 0 || !permits(head, server)) return;
    Vector const seen = amount(then.picks, j, server, timed);
    std::int64_t const tasks = tasks_in(seen, head);
    value += tasks;
    for (Pick const& pick : then.picks) {
      if (pick.user != j || pick.server != server) continue;
      Vector rest = seen;
      for (std::size_t r = 0; r < rest.size(); ++r) rest[r] -= demand_of(p_, pick.entry)[r];
      if (!timed) most = std::max(most, tasks - tasks_in(rest, head));
    }
  }

  Draft const& draft_;
  Problem p_;
  Policy policy_;
  RunResult const& run_;
  bool pool_, everywhere_;
  History history_;
};

}  // namespace

std::vector<PlainGap> plain_gaps(std::string const& audit, Draft const& draft, Policy const& policy,
                                 RunResult const& run) {
  return Judge(draft, policy, run).of(audit);
}

double plain_share(Draft const& draft, RunResult const& run, int user, std::int64_t slot) {
  Problem const p = build(draft);
  History const history(p, parse_policy("tvtsf"), run);
  ShadowCluster shadow(p);
  std::int64_t sum = 0;
  for (Moment const& now : history.all) {
    if (now.slot > slot) break;
    shadow.release(now.slot);
    bool const had_queue =
        now.next[user] >= 0 || std::ranges::count(now.picks, user, &Pick::user) > 0;
    int const head = now.head[user];
    bool const blocked =
        std::ranges::count(run.blocked, std::pair<std::int32_t, std::int32_t>(user, head)) > 0;
    if (had_queue && !blocked) sum += shadow.fill(now.slot, demand_of(p, head), p.duration[head]);
  }
  if (sum == 0) return std::numeric_limits<double>::infinity();
  Moment const& now = history.all[slot - 1];
  return double(now.started[user]) / (now.weight[user] * double(sum));
}

}  // namespace fairslot
