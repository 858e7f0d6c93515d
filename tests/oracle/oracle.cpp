#include "tests/oracle/oracle.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <deque>
#include <limits>
#include <map>
#include <stdexcept>

#include "tests/oracle/cluster.hpp"

namespace fairslot {
namespace {

constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max();
constexpr int no_server = -2, pool_server = -1;
using Vector = std::array<std::int64_t, max_resources>;
__extension__ using Wide = unsigned __int128;

enum class Key { tvtsf, tsf, cdrf, drf, drfh, fifo };

Key key_of(Policy const& policy) {
  std::string_view const name = policies()[policy.kind].name;
  if (name == "tvtsf") return Key::tvtsf;
  if (name == "tsf") return Key::tsf;
  if (name == "cdrf") return Key::cdrf;
  if (name == "drf") return Key::drf;
  if (name == "drfh") return Key::drfh;
  if (name == "fifo") return Key::fifo;
  throw std::logic_error("the oracle has no policy " + std::string(name));
}

struct Job {
  std::int64_t submit, tasks, duration;
  std::vector<std::int32_t> demand;
  std::vector<bool> permitted;
  int entry;  ///< index in Problem
};

struct User {
  double weight = 1;
  std::vector<Job> jobs;    ///< in queue order
  std::size_t arrived = 0;  ///< so many of them have arrived
  std::deque<Job> queue;    ///< the head's `tasks` counts down
  bool blocked = false;

  std::int64_t total_started = 0;
  std::int64_t running = 0, slot_started = 0;  ///< tasks
  Vector usage{}, slot_usage{};

  Job latest_head;            ///< at the start of a slot; at first the first job
  std::int64_t monopoly = 0;  ///< of the latest head
  std::int64_t h_sum = 0;
  double h_sum_fluid = 0;
  ShadowCluster shadow;
};

struct Server {
  std::vector<std::int64_t> capacity, left;
};

struct Task {
  std::int64_t release;
  int user, server;
  std::vector<std::int32_t> demand;
};

struct Overflow {
  RunStatus status;
};

bool fits(std::vector<std::int32_t> const& demand, std::vector<std::int64_t> const& left) {
  for (std::size_t r = 0; r < demand.size(); ++r)
    if (demand[r] > left[r]) return false;
  return true;
}

class Run {
 public:
  Run(Problem const& problem, Policy const& policy, Recording recording);
  RunResult result();

 private:
  // One slot, in this order.
  void release();
  void arrive();
  void entitle();
  void fill();
  void tally();

  bool finished() const;
  bool anybody_queued() const;
  std::int64_t next_arrival() const;
  std::int64_t next_release() const;
  void skip_quiet_slots();

  bool could_ever_run(Job const& job) const;
  void look_at_head(int user);
  bool counts(User const& user) const;
  double key(User const& user) const;
  double dominant_share(Vector const& usage) const;
  double share_scale(double greatest) const;
  int place(Job const& job) const;
  void start(int user, int server);

  Problem const& problem_;
  Recording recording_;
  Key policy_;
  Options options_;
  bool pool_, ignore_permitted_, first_fit_, slot_memory_;
  int k_;

  std::int64_t slot_ = 0;
  std::vector<Server> servers_;
  Server whole_;  ///< the pool: totals, and what is left of them
  std::vector<User> users_;
  std::vector<Task> running_;
  bool something_happened_ = false;
  std::int64_t started_in_slot_ = 0, last_release_ = 0;
  std::map<std::int64_t, std::int64_t> waited_;
  RunResult result_;
};

Run::Run(Problem const& p, Policy const& policy, Recording recording)
    : problem_(p),
      recording_(recording),
      policy_(key_of(policy)),
      options_(policy.options),
      pool_(policy_ == Key::drf),
      ignore_permitted_(policy_ == Key::drfh && options_.permitted == int(Permitted::ignore)),
      first_fit_(policy_ == Key::drfh && options_.fit == int(Fit::first)),
      slot_memory_(options_.memory == int(Memory::slot)),
      k_(p.resources) {
  whole_.capacity = capacity_totals(p);
  whole_.left = whole_.capacity;
  for (int m = 0; m < p.servers; ++m) servers_.push_back({capacity_of(p, m), capacity_of(p, m)});

  for (int u = 0; u < p.users(); ++u) {
    User user{.weight = p.weight[u],
              .jobs = {},
              .queue = {},
              .latest_head = {},
              .shadow = ShadowCluster(p)};
    for (int e = p.job_begin[u]; e < p.job_begin[u + 1]; ++e) {
      auto const demand = demand_of(p, e);
      Job job{p.submit[e], p.tasks[e], p.duration[e], {demand.begin(), demand.end()}, {}, e};
      for (int m = 0; m < p.servers; ++m) {
        std::uint64_t const word = p.placements[std::size_t(p.placement[e]) * p.words() + m / 64];
        job.permitted.push_back((word >> (m % 64)) & 1);
      }
      user.jobs.push_back(std::move(job));
    }
    if (!user.jobs.empty()) {
      user.latest_head = user.jobs.front();
      user.monopoly = monopoly(p, user.latest_head.demand);
    }
    users_.push_back(std::move(user));
  }

  std::size_t const entries = p.entries();
  result_.entry_started.assign(entries, 0);
  result_.entry_first_start.assign(entries, 0);
  result_.entry_last_start.assign(entries, 0);
  result_.entry_queue_sum.assign(entries, 0);
  result_.entry_cut.assign(entries, 0);
}

RunResult Run::result() {
  try {
    while (!finished()) {
      ++slot_;
      something_happened_ = false;
      started_in_slot_ = 0;
      release();
      arrive();
      entitle();
      fill();
      if (something_happened_ && recording_.slots) tally();
      skip_quiet_slots();
    }
  } catch (Overflow const& overflow) {
    result_.status = overflow.status;
  }
  result_.slots = problem_.horizon > 0 ? problem_.horizon : last_release_;
  result_.queueing.assign(waited_.begin(), waited_.end());
  return result_;
}

bool Run::finished() const {
  if (problem_.horizon > 0) return slot_ == problem_.horizon;
  return next_arrival() == never && running_.empty() && !anybody_queued();
}

bool Run::anybody_queued() const {
  return std::any_of(users_.begin(), users_.end(),
                     [](User const& u) { return !u.blocked && !u.queue.empty(); });
}

std::int64_t Run::next_arrival() const {
  std::int64_t next = never;
  for (User const& u : users_)
    if (!u.blocked && u.arrived < u.jobs.size()) next = std::min(next, u.jobs[u.arrived].submit);
  return next;
}

std::int64_t Run::next_release() const {
  std::int64_t next = never;
  for (Task const& task : running_) next = std::min(next, task.release);
  return next;
}

/// With nothing queued, nothing but entitlements changes until a task is released or arrives; and
/// entitlements no longer matter when nothing arrives any more.
void Run::skip_quiet_slots() {
  if (anybody_queued()) return;
  std::int64_t const arrival = next_arrival();
  std::int64_t next = std::min(arrival, next_release());
  if (problem_.horizon > 0) next = std::min(next, problem_.horizon + 1);
  if (next == never) return;
  bool const idle_slots_count =
      policy_ == Key::tvtsf && options_.denominators != int(Denominators::backlogged);
  if (!idle_slots_count || arrival == never) slot_ = next - 1;
  while (slot_ < next - 1) ++slot_, entitle();
}

void Run::release() {
  for (Task const& task : running_) {
    if (task.release != slot_) continue;
    User& user = users_[task.user];
    Server& server = pool_ ? whole_ : servers_[task.server];
    for (int r = 0; r < k_; ++r) {
      server.left[r] += task.demand[r];
      user.usage[r] -= task.demand[r];
    }
    --user.running;
    last_release_ = slot_;
    something_happened_ = true;
  }
  std::erase_if(running_, [&](Task const& task) { return task.release == slot_; });
}

void Run::arrive() {
  for (int u = 0; u < int(users_.size()); ++u) {
    User& user = users_[u];
    if (user.blocked) continue;
    bool const was_empty = user.queue.empty();
    while (user.arrived < user.jobs.size() && user.jobs[user.arrived].submit == slot_) {
      user.queue.push_back(user.jobs[user.arrived++]);
      something_happened_ = true;
    }
    if (was_empty) look_at_head(u);
  }
}

/// A user whose head can never run is blocked for ever.
void Run::look_at_head(int u) {
  User& user = users_[u];
  if (user.queue.empty() || could_ever_run(user.queue.front())) return;
  user.blocked = true;
  result_.blocked.emplace_back(u, user.queue.front().entry);
}

bool Run::could_ever_run(Job const& job) const {
  if (pool_) return fits(job.demand, whole_.capacity);
  for (std::size_t m = 0; m < servers_.size(); ++m)
    if ((ignore_permitted_ || job.permitted[m]) && fits(job.demand, servers_[m].capacity))
      return true;
  return false;
}

/// Does this slot enter the user's denominator?
bool Run::counts(User const& user) const {
  if (user.blocked || user.jobs.empty()) return false;
  switch (Denominators(options_.denominators)) {
    case Denominators::backlogged:
      return !user.queue.empty();
    case Denominators::since_arrival:
      return user.jobs.front().submit <= slot_;
    case Denominators::since_start:
      return true;
  }
  return false;
}

void Run::entitle() {
  for (User& user : users_) {
    user.slot_started = 0;
    user.slot_usage = {};
    if (!user.blocked && !user.queue.empty() &&
        user.queue.front().entry != user.latest_head.entry) {
      user.latest_head = user.queue.front();
      user.monopoly = monopoly(problem_, user.latest_head.demand);
    }
    if (policy_ != Key::tvtsf || !counts(user)) continue;

    Job const& head = user.latest_head;
    std::int64_t h = 0;
    switch (Monopoly(options_.h)) {
      case Monopoly::full:
        h = user.monopoly;
        break;
      case Monopoly::exclusive:
        user.shadow.release(slot_);
        h = user.shadow.fill(slot_, head.demand, head.duration);
        break;
      case Monopoly::fluid:
        user.h_sum_fluid += double(user.monopoly) / double(head.duration);
        break;
    }
    if (user.h_sum > never - h) throw Overflow{RunStatus::h_sum_overflow};
    user.h_sum += h;
  }
}

void Run::fill() {
  std::vector<bool> frozen(users_.size(), false);
  while (true) {
    int lowest = -1;
    double lowest_key = 0;
    for (int u = 0; u < int(users_.size()); ++u) {
      User const& user = users_[u];
      if (frozen[u] || user.blocked || user.queue.empty()) continue;
      double const k = key(user);
      if (lowest < 0 || k < lowest_key) lowest = u, lowest_key = k;
    }
    if (lowest < 0) return;
    int const server = place(users_[lowest].queue.front());
    if (server != no_server)
      start(lowest, server);
    else if (options_.strict)
      return;
    else
      frozen[lowest] = true;
  }
}

double Run::key(User const& user) const {
  Vector const& usage = slot_memory_ ? user.slot_usage : user.usage;
  std::int64_t const count = slot_memory_ ? user.slot_started : user.running;
  switch (policy_) {
    case Key::tvtsf: {
      bool const fluid = options_.h == int(Monopoly::fluid);
      double const h_sum = fluid ? user.h_sum_fluid : double(user.h_sum);
      return double(user.total_started) / (user.weight * h_sum);
    }
    case Key::tsf:
      return double(count) / (user.weight * double(user.monopoly));
    case Key::cdrf: {
      Vector after = usage;
      for (int r = 0; r < k_; ++r) after[r] += user.queue.front().demand[r];
      return dominant_share(after) / user.weight;
    }
    case Key::drf:
    case Key::drfh:
      return dominant_share(usage) / user.weight;
    case Key::fifo:
      return double(user.queue.front().submit);
  }
  return 0;
}

double Run::dominant_share(Vector const& usage) const {
  double share = 0;
  for (int r = 0; r < k_; ++r)
    if (whole_.capacity[r] > 0)
      share = std::max(share, double(usage[r]) / double(whole_.capacity[r]));
  return share;
}

int Run::place(Job const& job) const {
  if (pool_) return fits(job.demand, whole_.left) ? pool_server : no_server;
  int best = no_server;
  double best_score = 0;
  for (int m = 0; m < int(servers_.size()); ++m) {
    if (!ignore_permitted_ && !job.permitted[m]) continue;
    if (!fits(job.demand, servers_[m].left)) continue;
    if (first_fit_) return m;
    double const h = score(whole_.capacity, servers_[m].left, job.demand);
    if (best == no_server || h < best_score) best = m, best_score = h;
  }
  return best;
}

void Run::start(int u, int server) {
  User& user = users_[u];
  Job& head = user.queue.front();
  Server& host = pool_ ? whole_ : servers_[server];
  for (int r = 0; r < k_; ++r) {
    host.left[r] -= head.demand[r];
    user.usage[r] += head.demand[r];
    user.slot_usage[r] += head.demand[r];
  }
  running_.push_back({slot_ + head.duration, u, server, head.demand});
  ++user.running;
  ++user.slot_started;
  ++user.total_started;
  ++started_in_slot_;
  something_happened_ = true;

  int const e = head.entry;
  std::int64_t const waited = slot_ - head.submit;
  if (result_.entry_queue_sum[e] > never - waited) throw Overflow{RunStatus::queue_sum_overflow};
  result_.entry_queue_sum[e] += waited;
  ++waited_[waited];
  ++result_.started;
  ++result_.entry_started[e];
  if (result_.entry_first_start[e] == 0) result_.entry_first_start[e] = slot_;
  result_.entry_last_start[e] = slot_;
  std::int64_t const after = slot_ + head.duration - 1 - problem_.horizon;
  if (problem_.horizon > 0) result_.entry_cut[e] += std::max<std::int64_t>(0, after);
  result_.makespan = std::max(result_.makespan, slot_ + head.duration);
  if (recording_.picks) result_.picks.push_back({slot_, u, e, server});

  if (--head.tasks > 0) return;
  user.queue.pop_front();
  look_at_head(u);
}

/// 2^32 times the weight that all users have; of different weights the power of two by which the
/// greatest share of the row, and so the sum over N users, just stays below 2^62 / N.
double Run::share_scale(double greatest) const {
  if (users_.empty() || greatest == 0) return 1;
  double least = users_.front().weight, most = least;
  for (User const& user : users_) {
    least = std::min(least, user.weight);
    most = std::max(most, user.weight);
  }
  if (least == most) return least * std::pow(2.0, 32);
  int bits = 62, exponent = 0;
  for (std::size_t n = users_.size(); n > 0; n /= 2) --bits;
  std::frexp(greatest, &exponent);
  return std::pow(2.0, bits - exponent);
}

void Run::tally() {
  SlotRow row{};
  row.slot = slot_;
  row.started = started_in_slot_;
  row.running = std::int64_t(running_.size());
  row.jain = 1;
  std::vector<double> shares;
  for (User const& user : users_) {
    std::int64_t queued = 0;
    if (!user.blocked)
      for (Job const& job : user.queue) queued += job.tasks;
    row.queued += queued;
    for (int r = 0; r < k_; ++r) row.used[r] += user.usage[r];
    if (queued == 0 && user.running == 0) continue;

    double const share = dominant_share(user.usage) / user.weight;
    row.min_share = row.users == 0 ? share : std::min(row.min_share, share);
    row.max_share = std::max(row.max_share, share);
    ++row.users;
    shares.push_back(share);
  }
  Wide sum = 0, squares = 0;
  for (double const share : shares) {
    auto const x = Wide(std::floor(share * share_scale(row.max_share)));
    sum += x;
    squares += x * x;
  }
  if (squares > 0) row.jain = (double(sum) * double(sum)) / (double(row.users) * double(squares));
  result_.slot_rows.push_back(row);
}

}  // namespace

RunResult oracle(Problem const& problem, Policy const& policy, Recording recording) {
  return Run(problem, policy, recording).result();
}

}  // namespace fairslot
