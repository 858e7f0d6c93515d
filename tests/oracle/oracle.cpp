#include "tests/oracle/oracle.hpp"

#include <Random123/philox.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <limits>
#include <map>
#include <stdexcept>
#include <string>

#include "kernels/list.hpp"
#include "tests/oracle/cluster.hpp"
#include "tests/oracle/standing.hpp"
#include "tests/per_resource.hpp"

namespace fairslot {
namespace {

constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max();
constexpr int no_server = -2, pool_server = -1;
using Vector = PerResource<std::int64_t>;
__extension__ using Wide = unsigned __int128;

enum class Key {
  tvtsf,
  tsf,
  cdrf,
  cdrf_g,
  drf,
  drfh,
  cmmf,
  eunomia,
  lt_drf,
  decayed,
  sdrf,
  dynamic_drf,
  fifo,
  fair,
  capacity,
  slots,
  karma,
  psdsf,
  hdrf
};

Key key_of(Policy const& policy) {
  static std::map<std::string_view, Key> const keys = {
      {"tvtsf", Key::tvtsf},     {"tsf", Key::tsf},         {"cdrf", Key::cdrf},
      {"cdrf_g", Key::cdrf_g},   {"drf", Key::drf},         {"drfh", Key::drfh},
      {"cmmf", Key::cmmf},       {"eunomia", Key::eunomia}, {"lt_drf", Key::lt_drf},
      {"decayed", Key::decayed}, {"sdrf", Key::sdrf},       {"dynamic_drf", Key::dynamic_drf},
      {"fifo", Key::fifo},       {"fair", Key::fair},       {"capacity", Key::capacity},
      {"slots", Key::slots},     {"karma", Key::karma},     {"psdsf", Key::psdsf},
      {"hdrf", Key::hdrf}};
  std::string_view const name = info_of(policy).name;
  if (auto const at = keys.find(name); at != keys.end()) return at->second;
  throw std::logic_error("the oracle has no policy " + std::string(name));
}

struct Job {
  std::int64_t submit, tasks, duration;
  List<std::int32_t> demand;
  List<bool> permitted;
  int entry;                        ///< index in Problem
  double weight = 0;                ///< its own; 0: the user's
  std::int64_t per_server = never;  ///< no room where so many tasks of the user run
};

struct User {
  double own_weight = 1, minimum = 0;
  double weight = 1;        ///< in this slot
  double job_weight = 0;    ///< of the job that decides; 0: it has none
  bool weighted = false;    ///< a job has one of its own, or events set it
  List<Job> jobs;           ///< in queue order
  std::size_t arrived = 0;  ///< so many of them have arrived
  std::deque<Job> queue;    ///< the head's `tasks` counts down
  bool blocked = false, gone = false;
  int listed = -1;             ///< the entry with which it was blocked
  std::int64_t leave = never;  ///< in this slot
  std::size_t at = 0;          ///< jobs of the queue that were passed over in this slot (backfill)

  bool has_arrival() const { return arrived < jobs.size() && jobs[arrived].submit < leave; }
  bool has_next() const { return !blocked && at < queue.size(); }
  Job const& next() const { return queue[at]; }

  std::int64_t total_started = 0, lost = 0;
  std::int64_t running = 0, slot_started = 0;  ///< tasks
  Vector usage{}, slot_usage{};

  Job latest_head;            ///< at the start of a slot; at first the first job
  std::int64_t monopoly = 0;  ///< of the latest head
  int group = -1;             ///< the queue whose guarantee it shares
};

/// What a policy keeps of a user.
struct Kept {
  std::int64_t h_sum = 0;
  double h_sum_fluid = 0;
  double W = 0;           ///< of a user whose weight may change, instead of H_sum
  double credits = 0;     ///< c of karma
  double remembered = 0;  ///< of earlier slots: D of decayed, L of lt_drf and dynamic_drf
  PerResource<double> owed{}, commitment{};  ///< o and c of sdrf
  ShadowCluster shadow;
  std::map<std::int64_t, std::int64_t> alone = {};  ///< starts a slot alone on its own servers
};

struct Server {
  List<std::int64_t> capacity, left;
  double speed = 1;
  bool up = true;
};

struct Task {
  std::int64_t start, release;
  int user, server;
  List<std::int32_t> demand;
  int entry;
};

/// The largest number below 1 whose power, by squaring, is at most 1/2.
double fading_factor(std::int64_t half_life) {
  auto const power = [&](double f) {
    double p = 1;
    for (int bit = 62; bit >= 0; --bit) {
      p = p * p;
      if (half_life >> bit & 1) p = p * f;
    }
    return p;
  };
  double f = std::pow(0.5, 1.0 / double(half_life));
  while (power(f) > 0.5) f = std::nextafter(f, 0.0);
  while (std::nextafter(f, 1.0) < 1 && power(std::nextafter(f, 1.0)) <= 0.5)
    f = std::nextafter(f, 1.0);
  return f;
}

/// Slots that a task of the duration takes at the speed.
std::int64_t slots_at(double speed, std::int64_t duration) {
  auto k = std::int64_t(std::ceil(double(duration) / speed)) + 2;
  while (k > 1 && double(k - 1) * speed >= double(duration)) --k;
  return k;
}

/// The first word of Philox4x32-10 for the counter (a, b, c, 0).
std::uint32_t lot(std::uint64_t seed, std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  r123::Philox4x32::ctr_type const counter{{a, b, c, 0}};
  r123::Philox4x32::key_type const key{{std::uint32_t(seed), std::uint32_t(seed >> 32)}};
  return r123::Philox4x32()(counter, key)[0];
}

double real(Wide x) { return double(std::uint64_t(x >> 64)) * 0x1p64 + double(std::uint64_t(x)); }

struct Overflow {
  RunStatus status;
};

bool fits(List<std::int32_t> const& demand, List<std::int64_t> const& left) {
  for (std::size_t r = 0; r < demand.size(); ++r)
    if (demand[r] > left[r]) return false;
  return true;
}

/// A policy that picks from some slot on, with its books from slot 1 on.
struct Chosen {
  explicit Chosen(Policy const& given)
      : policy(given),
        key(key_of(policy)),
        fit(option("fit")),
        h(option("h")),
        denominators(option("denominators")),
        ties(option("ties")),
        contribution(option("weights") == "contribution"),
        pool(key == Key::drf || fit == "pool"),
        ignore_permitted(option("permitted") == "ignore"),
        slot_memory(option("memory") == "slot"),
        strict(option("strict") == "1"),
        fading(key == Key::decayed ? fading_factor(std::stoll(option("half_life"))) : 0),
        seed(std::stoull(option("seed"))) {}

  std::string option(char const* name) const { return option_value(policy, name); }
  /// Even where nothing happens.
  bool keeps_books() const {
    return key == Key::tvtsf || key == Key::lt_drf || key == Key::decayed || key == Key::sdrf ||
           key == Key::dynamic_drf || key == Key::karma;
  }

  Policy policy;
  Key key;
  std::string fit, h, denominators, ties;
  bool contribution, pool, ignore_permitted, slot_memory, strict;
  double fading;
  std::uint64_t seed;
  List<int> order;  ///< of servers
  List<Kept> kept;  ///< of users
};

class Run {
 public:
  Run(Problem const& problem, Policy const& policy, Recording recording);
  RunResult result();
  std::optional<WatchedSlot> watched(WatchRequest const& asked);

 private:
  // One slot, in this order.
  void release();
  void change();
  void depart();
  void arrive();
  void entitle();
  void entitle(Chosen& by);
  void add_policy(Policy const& policy);
  Chosen const& now() const { return chosen_[now_]; }
  Kept const& kept(User const& user) const {
    return now().kept[std::size_t(&user - users_.data())];
  }
  void fill();
  void fill(bool first_pass);
  bool looks_on() const { return asked_ && asked_->slot == slot_; }
  void see_heads();
  void see_pick(int user, int server, List<bool> const& frozen, bool first_pass);
  void see_scores(User const& user, int server, WatchedPick& pick) const;
  void see_whether_decided();
  void see_left_out();
  bool asked_could_start() const;
  LeftOutFor reason_of(User const& user) const;
  void remember(Chosen& by);
  void tally();
  Standing standing(User const& user) const;
  void tell_shares(List<Standing> const& users);
  void find_fragmentation(SlotRow& row) const;

  bool is_followed(Change const& event) const;
  bool finished() const;
  bool nothing_to_come() const;
  std::int64_t next_event() const;
  void give_back(Task const& task);
  void go_down(int server);
  void guarantee_anew();
  void judge_anew(int user);
  void block(int user);
  void lose(Task const& task);
  void queue_again(User& user, int entry);
  void unblock(int user);
  void cancel(int user);
  void close();
  bool anybody_queued() const;
  std::int64_t next_arrival() const;
  std::int64_t next_release() const;
  std::int64_t next_departure() const;
  bool waits_in_vain() const;
  void skip_quiet_slots();

  bool is_guaranteed(int user, Job const& job) const;
  bool could_ever_run(int user, Job const& job) const;
  void look_at_head(int user);
  bool counts(Chosen const& by, User const& user) const;
  double key(User const& user) const;
  std::int64_t permitted_monopoly(Job const& job) const;
  double progress_share(User const& user) const;
  double dominant_share(Vector const& usage) const;
  double share_scale(double greatest) const;
  int place(User const& user) const;
  std::int64_t alone_on(int server, User const& user) const;
  std::int64_t most_alone(User const& user) const;
  bool is_below_limit(User const& user, int server) const;
  void start(int user, int server);

  Problem const& problem_;
  Recording recording_;
  std::string option(char const* name) const { return now().option(name); }
  List<int> ordered_servers(Chosen const& by) const;
  void leave_out_unplaceable();
  void list_left_out();
  void skip_hopeless(int user);
  bool goes_first(int user, int other) const;
  double growth_of_commitment(User const& user) const;
  void commit(Chosen const& by, User const& user, Kept& kept) const;
  void pay_credits(Chosen& by) const;
  double guaranteed(Chosen const& by, User const& user) const;
  std::int64_t slots_of(Server const& server) const;
  std::int64_t slots_taken(Task const& task) const;
  std::int64_t free_slots(int server) const;
  std::int64_t slots_taken(List<std::int32_t> const& demand, Server const& server) const;
  std::int64_t slots_held(int user) const;
  bool has_room(Job const& job, int server) const;
  bool may_start(User const& user, bool first_pass) const;
  Vector used_by_queue(int queue) const;
  int lowest_user(List<bool> const& frozen);
  /// A node of the tree of queues, as hdrf sees it.
  struct Node {
    PerResource<double> held{};          ///< V
    double share = 0, weight = 1;        ///< dom(V)
    bool active = false, waits = false;  ///< somebody below
    int queue = -1, user = -1;           ///< which it is
  };
  List<Node> children(int queue, List<bool> const& frozen) const;
  Node node_of_user(int user, List<bool> const& frozen) const;
  Node node_of_queue(int queue, List<bool> const& frozen) const;
  void find_waiting(List<bool> const& frozen);
  Vector with_next(Vector usage, User const& user) const;

  std::map<std::int64_t, std::int64_t> starts_alone(Chosen const& by, int user) const;
  List<Chosen> chosen_;              ///< that given, then those of the events, in order
  std::size_t now_ = 0;              ///< which of them picks
  List<double> parts_, guarantees_;  ///< of queues
  int k_;
  std::map<std::pair<int, int>, int> left_out_;  ///< an entry of each (user, job)

  List<bool> waits_;  ///< of users, as hdrf says it
  PerResource<bool> is_asked_for_{};

  std::int64_t slot_ = 0;
  List<Server> servers_;
  Server whole_;  ///< the pool: totals, and what is left of them
  List<User> users_;
  List<Task> running_;
  bool something_happened_ = false;
  std::int64_t started_in_slot_ = 0, last_release_ = 0;
  std::int64_t rows_due_ = 0;
  std::size_t events_ = 0;                    ///< so many have happened
  std::map<int, std::int64_t> latest_ended_;  ///< of each entry
  std::map<std::int64_t, std::int64_t> waited_;
  std::map<int, std::pair<double, double>> told_;  ///< share and entitled of users, where not 0
  PerResource<Wide> lost_time_{};
  RunResult result_;
  std::optional<WatchRequest> asked_;
  std::optional<WatchedSlot> seen_;
  bool may_have_decided_ = false;  ///< the latest pick seen, of another user than that asked for
};

Run::Run(Problem const& p, Policy const& policy, Recording recording)
    : problem_(p),
      recording_(recording),
      parts_(p.part),
      guarantees_(p.guarantee),
      k_(p.resources) {
  whole_.capacity = capacity_totals(p);
  whole_.left = whole_.capacity;
  for (int m = 0; m < p.servers; ++m)
    servers_.push_back({capacity_of(p, m), capacity_of(p, m), p.speed.empty() ? 1.0 : p.speed[m]});

  for (int u = 0; u < p.users(); ++u) {
    User user{.own_weight = p.weight[u],
              .minimum = p.minimum.empty() ? 0 : p.minimum[u],
              .jobs = {},
              .queue = {},
              .latest_head = {}};
    for (int e = p.job_begin[u]; e < p.job_begin[u + 1]; ++e) {
      auto const demand = demand_of(p, e);
      Job job{p.submit[e], p.tasks[e], p.duration[e], {demand.begin(), demand.end()}, {}, e};
      if (!p.per_server.empty()) job.per_server = p.per_server[e];
      if (!p.job_weight.empty() && p.job_weight[e] > 0) {
        job.weight = p.job_weight[e];
        user.weighted = true;
      }
      for (int m = 0; m < p.servers; ++m) {
        std::uint64_t const word = p.placements[std::int64_t(p.placement[e]) * p.words() + m / 64];
        job.permitted.push_back((word >> (m % 64)) & 1);
      }
      user.jobs.push_back(std::move(job));
    }
    if (!user.jobs.empty()) {
      user.latest_head = user.jobs.front();
      user.monopoly = monopoly(p, user.latest_head.demand);
      user.job_weight = user.latest_head.weight;
    }
    if (!p.leave.empty() && p.leave[u] > 0) user.leave = p.leave[u];
    user.group = p.queue.empty() ? -1 : p.queue[u];
    if (user.group < 0) {
      user.group = int(guarantees_.size());
      guarantees_.push_back(1.0 / double(p.users()));
    }
    users_.push_back(std::move(user));
  }
  for (Change const& event : p.changes)
    if (event.what == Change::What::weight) users_[event.of].weighted = true;

  add_policy(policy);
  for (Change const& event : p.changes)
    if (is_followed(event)) add_policy(p.policies[event.of]);
  if (option("skip_unplaceable") == "1") leave_out_unplaceable();

  auto const entries = std::size_t(p.entries());
  result_.entry_started.assign(entries, 0);
  result_.entry_first_start.assign(entries, 0);
  result_.entry_last_end.assign(entries, 0);
  result_.entry_queue_sum.assign(entries, 0);
  result_.entry_held.assign(entries, 0);
}

/// A policy that will pick: not after a horizon, or where all servers are one pool.
bool Run::is_followed(Change const& event) const {
  bool const comes = problem_.horizon == 0 || event.slot <= problem_.horizon;
  return event.what == Change::What::policy && comes && !chosen_.front().pool;
}

void Run::add_policy(Policy const& policy) {
  Chosen& by = chosen_.emplace_back(policy);
  by.order = ordered_servers(by);
  for (int u = 0; u < int(users_.size()); ++u) {
    by.kept.push_back({.shadow = ShadowCluster(problem_)});
    if (by.contribution) by.kept.back().alone = starts_alone(by, u);
  }
}

/// By a run of its own with the same servers, where it may use none but those that are its.
std::map<std::int64_t, std::int64_t> Run::starts_alone(Chosen const& by, int u) const {
  Problem const& p = problem_;
  ProblemBuilder builder(p.resources, p.horizon);
  for (int m = 0; m < p.servers; ++m) {
    auto const capacity = capacity_of(p, m);
    builder.add_server(std::vector<std::int32_t>(capacity.begin(), capacity.end()));
  }
  builder.add_user();
  if (!p.leave.empty()) builder.set_leave(0, p.leave[u]);
  int const own = p.own.empty() ? -1 : p.own[u];
  for (int e = p.job_begin[u]; e < p.job_begin[u + 1]; ++e) {
    std::vector<std::int32_t> permitted;
    auto const in = [&](int group, int m) {
      return p.placements[std::int64_t(group) * p.words() + m / 64] >> (m % 64) & 1;
    };
    for (int m = 0; m < p.servers; ++m)
      if (in(p.placement[e], m) && (own < 0 ? m % p.users() == u : bool(in(own, m))))
        permitted.push_back(m);
    JobTerms terms;
    if (!p.per_server.empty()) terms.per_server = p.per_server[e];
    builder.add_job(0, p.submit[e], p.tasks[e], p.duration[e], demand_of(p, e),
                    builder.placement(permitted), p.job[e], terms);
  }
  std::string policy = "fifo:";
  for (char const* const name : {"fit", "seed", "order", "backfill", "skip_unplaceable"})
    policy += std::string(name) + "=" + by.option(name) + ",";
  policy.pop_back();
  std::map<std::int64_t, std::int64_t> starts;
  Problem const lone = std::move(builder).build();
  for (Pick const& pick : Run(lone, parse_policy(policy), {.picks = true}).result().picks)
    ++starts[pick.slot];
  return starts;
}

List<int> Run::ordered_servers(Chosen const& by) const {
  List<int> order;
  for (int m = 0; m < int(servers_.size()); ++m) order.push_back(m);
  if (by.option("order") == "reversed") std::reverse(order.begin(), order.end());
  auto const lot_of = [&](int m) { return lot(by.seed, 0, std::uint32_t(m), 1); };
  if (by.option("order") == "random")
    std::stable_sort(order.begin(), order.end(),
                     [&](int a, int b) { return lot_of(a) < lot_of(b); });
  return order;
}

/// As if users had no jobs that can never run.
void Run::leave_out_unplaceable() {
  for (int u = 0; u < int(users_.size()); ++u) {
    User& user = users_[u];
    for (Job const& job : user.jobs)
      if (!could_ever_run(u, job)) {
        int const label = problem_.job[job.entry];
        left_out_.try_emplace({u, label}, job.entry);
      }
    std::erase_if(user.jobs, [&](Job const& job) { return !could_ever_run(u, job); });
    user.job_weight = 0;
    if (user.jobs.empty()) continue;
    user.latest_head = user.jobs.front();
    user.monopoly = monopoly(problem_, user.latest_head.demand);
    user.job_weight = user.latest_head.weight;
  }
}

void Run::list_left_out() {
  std::int64_t const last = std::max<std::int64_t>(slot_, 1);
  for (auto const& [job, entry] : left_out_) {
    User const& user = users_[job.first];
    bool const cancelled = user.leave <= slot_, arrived = problem_.submit[entry] <= last;
    if (arrived && problem_.submit[entry] < user.leave && !cancelled)
      result_.blocked.emplace_back(job.first, entry);
  }
}

RunResult Run::result() {
  try {
    while (!finished()) {
      ++slot_;
      something_happened_ = false;
      started_in_slot_ = 0;
      release();
      change();
      depart();
      arrive();
      entitle();
      if (looks_on()) see_heads();
      fill();
      if (looks_on()) see_left_out();
      for (std::size_t i = now_; i < chosen_.size(); ++i) remember(chosen_[i]);
      if (something_happened_ && recording_.slots) tally();
      skip_quiet_slots();
    }
  } catch (Overflow const& overflow) {
    result_.status = overflow.status;
  }
  result_.slots = problem_.horizon > 0 ? problem_.horizon : last_release_;
  close();
  std::ranges::transform(lost_time_, result_.lost_time, real);
  list_left_out();
  std::erase_if(waited_, [](auto const& of) { return of.second == 0; });
  result_.queueing.assign(waited_.begin(), waited_.end());
  return result_;
}

bool Run::finished() const {
  if (problem_.horizon > 0) return slot_ == problem_.horizon;
  if (slot_ > 0 && nothing_to_come() && started_in_slot_ == 0) return true;
  return nothing_to_come() && !anybody_queued();
}

bool Run::nothing_to_come() const {
  return next_arrival() == never && next_event() == never && running_.empty();
}

std::int64_t Run::next_event() const {
  return events_ < problem_.changes.size() ? problem_.changes[events_].slot : never;
}

bool Run::anybody_queued() const {
  return std::any_of(users_.begin(), users_.end(),
                     [](User const& u) { return !u.blocked && !u.queue.empty(); });
}

std::int64_t Run::next_arrival() const {
  std::int64_t next = never;
  for (User const& u : users_)
    if (!u.blocked && u.has_arrival()) next = std::min(next, u.jobs[u.arrived].submit);
  return next;
}

std::int64_t Run::next_departure() const {
  std::int64_t next = never;
  for (User const& u : users_)
    if (u.leave > slot_) next = std::min(next, u.leave);
  return next;
}

std::int64_t Run::next_release() const {
  std::int64_t next = never;
  for (Task const& task : running_) next = std::min(next, task.release);
  return next;
}

/// Everybody has just been tried: until something ends or comes nobody starts, whoever goes first.
bool Run::waits_in_vain() const {
  return started_in_slot_ == 0 && !now().strict && now().key != Key::capacity &&
         std::none_of(chosen_.begin() + std::ptrdiff_t(now_), chosen_.end(),
                      [](Chosen const& by) { return by.keeps_books(); });
}

/// With nothing queued, nothing but entitlements changes until a task is released or arrives; and
/// entitlements no longer matter when nothing arrives any more.
void Run::skip_quiet_slots() {
  if (anybody_queued() && !waits_in_vain()) return;
  std::int64_t const arrival = next_arrival();
  std::int64_t next = std::min({arrival, next_release(), next_event()});
  if (problem_.horizon > 0) next = std::min(next, problem_.horizon + 1);
  if (next == never) return;
  next = std::min(next, next_departure());
  if (asked_ && asked_->slot > slot_) next = std::min(next, asked_->slot);
  bool idle_slots_count = false;
  for (std::size_t i = now_; i < chosen_.size(); ++i)
    idle_slots_count |= chosen_[i].keeps_books() &&
                        (chosen_[i].key != Key::tvtsf || chosen_[i].denominators != "backlogged");
  bool const nobody_comes = arrival == never && next_event() == never;
  if (!idle_slots_count || nobody_comes) slot_ = next - 1;
  while (slot_ < next - 1) {
    ++slot_;
    entitle();
    for (std::size_t i = now_; i < chosen_.size(); ++i) remember(chosen_[i]);
  }
}

void Run::release() {
  for (Task const& task : running_) {
    if (task.release != slot_) continue;
    give_back(task);
    latest_ended_[task.entry] = slot_;
  }
  std::erase_if(running_, [&](Task const& task) { return task.release == slot_; });
}

/// What is queued is cancelled, also of a blocked user.
void Run::depart() {
  for (int u = 0; u < int(users_.size()); ++u) {
    User& user = users_[u];
    if (user.leave != slot_) continue;
    if (!user.blocked && !user.queue.empty()) something_happened_ = true;
    user.queue.clear();
    user.arrived = user.jobs.size();
    user.blocked = false;
    user.gone = true;
    std::erase_if(result_.blocked, [u](auto const& blocked) { return blocked.first == u; });
  }
}

void Run::give_back(Task const& task) {
  User& user = users_[task.user];
  Server& server = now().pool ? whole_ : servers_[task.server];
  for (int r = 0; r < k_; ++r) {
    server.left[r] += task.demand[r];
    user.usage[r] -= task.demand[r];
  }
  --user.running;
  last_release_ = slot_;
  something_happened_ = true;
}

/// The events of this slot, in the order of the list.
void Run::change() {
  if (next_event() != slot_) return;
  for (; next_event() == slot_; ++events_) {
    Change const& event = problem_.changes[events_];
    switch (event.what) {
      case Change::What::server_down:
        if (!now().pool) go_down(event.of);
        break;
      case Change::What::server_up:
        if (!now().pool) servers_[event.of].up = true;
        break;
      case Change::What::weight:
        users_[event.of].own_weight = event.value;
        break;
      case Change::What::guarantee:
        parts_[event.of] = event.value;
        guarantee_anew();
        break;
      case Change::What::policy:
        if (is_followed(event)) ++now_;
        break;
    }
  }
  for (int u = 0; u < int(users_.size()); ++u) judge_anew(u);
}

/// Of every named queue, along its path.
void Run::guarantee_anew() {
  for (std::size_t q = 0; q < parts_.size(); ++q)
    guarantees_[q] = problem_.outer[q] < 0 ? parts_[q] : guarantees_[problem_.outer[q]] * parts_[q];
}

/// Can the head of the user's queue run, or not, unlike what was found before?
void Run::judge_anew(int u) {
  User& user = users_[u];
  if (user.gone || user.queue.empty()) return;
  bool const can = could_ever_run(u, user.queue.front());
  bool const same = user.listed == user.queue.front().entry;
  if (user.blocked && (can || !same)) unblock(u);
  if (!user.blocked && !can) block(u);
}

void Run::go_down(int server) {
  servers_[server].up = false;
  for (Task const& task : running_)
    if (task.server == server) lose(task);
  std::erase_if(running_, [&](Task const& task) { return task.server == server; });
}

/// As if it had not started, but for what it held and when its job started first.
void Run::lose(Task const& task) {
  User& user = users_[task.user];
  int const e = task.entry;
  give_back(task);
  std::int64_t const waited = task.start - problem_.submit[e];
  result_.entry_queue_sum[e] -= waited;
  --waited_[waited];
  --result_.started;
  --result_.entry_started[e];
  for (int r = 0; r < k_; ++r) lost_time_[r] += Wide(slot_ - task.start) * Wide(task.demand[r]);
  std::int64_t const last =
      problem_.horizon > 0 ? std::min(task.release, problem_.horizon + 1) : task.release;
  result_.entry_held[e] -= last - slot_;
  --user.total_started;
  ++user.lost;
  if (user.gone) return;
  queue_again(user, e);
}

/// One task of the entry, where its job stood.
void Run::queue_again(User& user, int entry) {
  auto at = user.queue.begin();
  while (at != user.queue.end() && at->entry < entry) ++at;
  if (at == user.queue.end() || at->entry != entry) {
    at = user.queue.insert(at, *std::find_if(user.jobs.begin(), user.jobs.end(),
                                             [&](Job const& job) { return job.entry == entry; }));
    at->tasks = 0;
  }
  ++at->tasks;
}

/// Its head is another now. What came while it was blocked is in its queue.
void Run::unblock(int u) {
  User& user = users_[u];
  user.blocked = false;
  std::erase_if(result_.blocked, [&](auto const& found) { return found.first == u; });
  while (user.arrived < user.jobs.size() && user.jobs[user.arrived].submit < slot_)
    user.queue.push_back(user.jobs[user.arrived++]);
}

/// Of a user that has left: submitted before, and not started, or lost.
void Run::cancel(int u) {
  std::int64_t tasks = 0;
  for (int e = problem_.job_begin[u]; e < problem_.job_begin[u + 1]; ++e)
    if (problem_.submit[e] < users_[u].leave) tasks += problem_.tasks[e] - result_.entry_started[e];
  if (tasks > 0) result_.cancelled.emplace_back(u, tasks);
}

/// What is known at the end only.
void Run::close() {
  std::map<int, std::int64_t> end = latest_ended_;
  for (Task const& task : running_) end[task.entry] = std::max(end[task.entry], task.release);
  result_.makespan = 0;
  for (std::size_t e = 0; e < result_.entry_last_end.size(); ++e) {
    result_.entry_last_end[e] = end[int(e)];
    result_.makespan = std::max(result_.makespan, end[int(e)]);
  }
  for (int u = 0; u < int(users_.size()); ++u) {
    User const& user = users_[u];
    if (user.lost > 0) result_.lost.emplace_back(u, user.lost);
    if (user.gone) cancel(u);
    if (problem_.horizon == 0 && !user.blocked && !user.queue.empty())
      result_.blocked.emplace_back(u, user.queue.front().entry);
  }
}

void Run::arrive() {
  for (int u = 0; u < int(users_.size()); ++u) {
    User& user = users_[u];
    if (user.blocked) continue;
    bool const was_empty = user.queue.empty();
    while (user.has_arrival() && user.jobs[user.arrived].submit == slot_) {
      user.queue.push_back(user.jobs[user.arrived++]);
      something_happened_ = true;
    }
    if (was_empty) look_at_head(u);
  }
}

/// A user whose head can never run is blocked for ever.
void Run::look_at_head(int u) {
  User& user = users_[u];
  if (user.queue.empty() || could_ever_run(u, user.queue.front())) return;
  block(u);
}

void Run::block(int u) {
  User& user = users_[u];
  user.blocked = true;
  user.listed = user.queue.front().entry;
  result_.blocked.emplace_back(u, user.listed);
}

/// By the queue's guarantee, where that is a limit.
bool Run::is_guaranteed(int user, Job const& job) const {
  if (now().key != Key::capacity || option("elastic") != "0") return true;
  Vector alone{};
  for (int r = 0; r < k_; ++r) alone[r] = job.demand[r];
  return dominant_share(alone) <= guarantees_[users_[user].group];
}

bool Run::could_ever_run(int user, Job const& job) const {
  if (now().pool) return fits(job.demand, whole_.capacity);
  if (!is_guaranteed(user, job)) return false;
  for (std::size_t m = 0; m < servers_.size(); ++m)
    if ((now().ignore_permitted || job.permitted[m]) && fits(job.demand, servers_[m].capacity) &&
        (now().key != Key::slots || slots_taken(job.demand, servers_[m]) <= slots_of(servers_[m])))
      return true;
  return false;
}

/// Does this slot enter the user's denominator?
bool Run::counts(Chosen const& by, User const& user) const {
  if (user.blocked || user.jobs.empty() || user.leave <= slot_) return false;
  if (by.denominators == "backlogged") return !user.queue.empty();
  return by.denominators == "since_start" || user.jobs.front().submit <= slot_;
}

void Run::entitle() {
  for (User& user : users_) {
    user.slot_started = 0;
    user.slot_usage = {};
    user.at = 0;
    if (!user.queue.empty()) user.job_weight = user.queue.front().weight;
    user.weight = user.job_weight > 0 ? user.job_weight : user.own_weight;
    if (!user.blocked && !user.queue.empty() &&
        user.queue.front().entry != user.latest_head.entry) {
      user.latest_head = user.queue.front();
      user.monopoly = monopoly(problem_, user.latest_head.demand);
    }
  }
  for (std::size_t i = now_; i < chosen_.size(); ++i)
    if (chosen_[i].key == Key::tvtsf && !chosen_[i].contribution) entitle(chosen_[i]);
}

/// Adds this slot to the denominators of tvtsf.
void Run::entitle(Chosen& by) {
  for (std::size_t u = 0; u < users_.size(); ++u) {
    User const& user = users_[u];
    Kept& kept = by.kept[u];
    if (!counts(by, user)) continue;
    Job const& head = user.latest_head;
    std::int64_t h = 0;
    if (by.h == "full") h = user.monopoly;
    if (by.h == "fluid") kept.h_sum_fluid += double(user.monopoly) / double(head.duration);
    if (by.h == "exclusive") {
      kept.shadow.release(slot_);
      h = kept.shadow.fill(slot_, head.demand, head.duration);
    }
    if (user.weighted) {
      kept.W += user.weight *
                (by.h == "fluid" ? double(user.monopoly) / double(head.duration) : double(h));
      continue;
    }
    if (kept.h_sum > never - h) throw Overflow{RunStatus::h_sum_overflow};
    kept.h_sum += h;
  }
}

/// Books of what users hold at the end of the slot.
void Run::remember(Chosen& by) {
  for (std::size_t u = 0; u < users_.size(); ++u) {
    User const& user = users_[u];
    Kept& kept = by.kept[u];
    double const share = dominant_share(by.slot_memory ? user.slot_usage : user.usage);
    if (by.key == Key::decayed) kept.remembered = by.fading * kept.remembered + share;
    if (by.key == Key::dynamic_drf || by.key == Key::lt_drf) kept.remembered += share;
    if (by.key == Key::sdrf) commit(by, user, kept);
  }
  if (by.key == Key::karma) pay_credits(by);
}

/// Who left of its part is paid what others took beyond theirs, in proportion.
void Run::pay_credits(Chosen& by) const {
  double borrowed = 0, unused = 0;
  for (User const& user : users_) {
    borrowed += std::max(0.0, dominant_share(user.usage) - guaranteed(by, user));
    unused += std::max(0.0, guaranteed(by, user) - dominant_share(user.usage));
  }
  double const paid = unused > 0 ? std::min(borrowed, unused) / unused : 0;
  for (std::size_t u = 0; u < users_.size(); ++u) {
    User const& user = users_[u];
    double const b = std::max(0.0, dominant_share(user.usage) - guaranteed(by, user));
    double const q = std::max(0.0, guaranteed(by, user) - dominant_share(user.usage));
    by.kept[u].credits +=
        (1 - std::stod(by.option("alpha"))) / double(users_.size()) + (q * paid - b) / user.weight;
  }
}

/// The part of the cluster that the user has first.
double Run::guaranteed(Chosen const& by, User const& user) const {
  double all_weights = 0;
  for (User const& other : users_) all_weights += other.weight;
  return std::stod(by.option("alpha")) * user.weight / all_weights;
}

/// What the user holds above its part is owed; what was owed fades.
void Run::commit(Chosen const& by, User const& user, Kept& kept) const {
  double const delta = std::stod(by.option("delta"));
  for (int r = 0; r < k_; ++r) {
    double const part = double(whole_.capacity[r]) / double(users_.size());
    double const owed = std::max(0.0, double(user.usage[r]) - part);
    kept.commitment[r] = delta * kept.commitment[r] + (1 - delta) * owed;
    kept.owed[r] = owed;
  }
}

void Run::fill() {
  if (now().key == Key::dynamic_drf || now().key == Key::karma) fill(true);
  fill(false);
}

/// May the next task of the user whose turn it is start, where there is room?
bool Run::may_start(User const& user, bool first_pass) const {
  Vector const& usage = now().slot_memory ? user.slot_usage : user.usage;
  if (first_pass) return dominant_share(with_next(usage, user)) <= guaranteed(now(), user);
  if (now().key == Key::capacity && option("elastic") == "0")
    return dominant_share(with_next(used_by_queue(user.group), user)) <= guarantees_[user.group];
  return true;
}

Vector Run::used_by_queue(int queue) const {
  Vector sum{};
  for (User const& user : users_)
    for (int r = 0; r < k_ && user.group == queue; ++r)
      sum[r] += (now().slot_memory ? user.slot_usage : user.usage)[r];
  return sum;
}

Vector Run::with_next(Vector usage, User const& user) const {
  for (int r = 0; r < k_; ++r) usage[r] += user.next().demand[r];
  return usage;
}

/// Whose turn it is; -1: nobody's.
int Run::lowest_user(List<bool> const& frozen) {
  if (now().key == Key::hdrf) {
    find_waiting(frozen);
    int at = -1;
    while (true) {
      Node lowest;
      double least = 0;
      for (Node const& node : children(at, frozen)) {
        if (!node.active) continue;
        double const k = node.share / node.weight;
        bool const first =
            lowest.user >= 0 && node.user >= 0 && k == least && goes_first(node.user, lowest.user);
        if (!lowest.active || k < least || first) lowest = node, least = k;
      }
      if (lowest.queue < 0) return lowest.user;
      at = lowest.queue;
    }
  }
  int lowest = -1;
  double lowest_key = 0;
  for (int u = 0; u < int(users_.size()); ++u) {
    User const& user = users_[u];
    if (frozen[u] || !user.has_next()) continue;
    double const k = key(user);
    if (lowest < 0 || k < lowest_key || (k == lowest_key && goes_first(u, lowest)))
      lowest = u, lowest_key = k;
  }
  return lowest;
}

/// Queues by name, then users; -1: those in no queue.
List<Run::Node> Run::children(int queue, List<bool> const& frozen) const {
  List<Node> nodes;
  for (int q = 0; q < int(problem_.outer.size()); ++q)
    if (problem_.outer[q] == queue) nodes.push_back(node_of_queue(q, frozen));
  for (int u = 0; u < int(users_.size()); ++u)
    if ((problem_.queue.empty() ? -1 : problem_.queue[u]) == queue)
      nodes.push_back(node_of_user(u, frozen));
  return nodes;
}

Run::Node Run::node_of_user(int u, List<bool> const& frozen) const {
  User const& user = users_[u];
  Node node;
  node.user = u;
  Vector const& usage = now().slot_memory ? user.slot_usage : user.usage;
  for (int r = 0; r < k_; ++r) node.held[r] = double(usage[r]);
  node.share = dominant_share(usage);
  bool const in_queue = !problem_.queue.empty() && problem_.queue[u] >= 0;
  node.weight = in_queue ? user.weight : user.weight * (1.0 / double(users_.size()));
  node.active = !frozen[u] && user.has_next();
  node.waits = waits_[u];
  return node;
}

Run::Node Run::node_of_queue(int queue, List<bool> const& frozen) const {
  Node node;
  node.queue = queue;
  node.weight = parts_[queue];
  bool const rescale = option("rescale") == "1";
  List<Node> const below = children(queue, frozen);
  double least = std::numeric_limits<double>::infinity();
  for (Node const& child : below) {
    node.active = node.active || child.active;
    node.waits = node.waits || child.waits;
    if (child.waits && child.share > 0) least = std::min(least, child.share / child.weight);
  }
  for (Node const& child : below)
    for (int r = 0; r < k_; ++r) {
      bool const scaled = rescale && child.waits && child.share > 0;
      node.held[r] +=
          scaled ? child.held[r] * ((least * child.weight) / child.share) : child.held[r];
    }
  for (int r = 0; r < k_; ++r)
    if (whole_.capacity[r] > 0 && (!rescale || is_asked_for_[r]))
      node.share = std::max(node.share, node.held[r] / double(whole_.capacity[r]));
  return node;
}

/// Who is active with room for its next task, and what these tasks ask for.
void Run::find_waiting(List<bool> const& frozen) {
  waits_.assign(users_.size(), false);
  is_asked_for_ = {};
  if (option("rescale") != "1") return;
  for (int u = 0; u < int(users_.size()); ++u) {
    User const& user = users_[u];
    waits_[u] = !frozen[u] && user.has_next() && place(user) != no_server;
    for (int r = 0; r < k_ && waits_[u]; ++r)
      is_asked_for_[r] = is_asked_for_[r] || user.next().demand[r] > 0;
  }
}

void Run::fill(bool first_pass) {
  List<bool> frozen(users_.size(), false);
  while (true) {
    int const lowest = lowest_user(frozen);
    if (lowest < 0) return;
    if (!may_start(users_[lowest], first_pass)) {
      for (std::size_t u = 0; u < users_.size(); ++u)
        if (now().key == Key::capacity && users_[u].group == users_[lowest].group) frozen[u] = true;
      frozen[lowest] = true;
      continue;
    }
    int const server = place(users_[lowest]);
    if (server != no_server) {
      if (looks_on()) see_pick(lowest, server, frozen, first_pass);
      start(lowest, server);
    } else if (option("backfill") == "1") {
      ++users_[lowest].at;
      skip_hopeless(lowest);
    } else {
      if (now().strict) return;
      frozen[lowest] = true;
    }
    // All of its jobs have been tried, in vain at last.
    User const& user = users_[lowest];
    if (now().strict && user.at > 0 && user.at == user.queue.size()) return;
  }
}

/// Behind the head, jobs that no guarantee would hold are passed over.
void Run::skip_hopeless(int u) {
  User& user = users_[u];
  while (user.at < user.queue.size() && !is_guaranteed(u, user.next())) ++user.at;
}

/// Before a lower user with the same key?
bool Run::goes_first(int user, int other) const {
  User const &a = users_[user], &b = users_[other];
  if (now().key == Key::capacity && a.next().submit != b.next().submit)
    return a.next().submit < b.next().submit;
  if (now().ties == "derivative") return growth_of_commitment(a) < growth_of_commitment(b);
  auto const lot_of = [&](int u) {
    return lot(now().seed, std::uint32_t(slot_), std::uint32_t(u), 0);
  };
  return now().ties == "random" && lot_of(user) < lot_of(other);
}

/// Of the resource of which the user holds most.
double Run::growth_of_commitment(User const& user) const {
  int most = -1;
  auto const share = [&](int r) { return double(user.usage[r]) / double(whole_.capacity[r]); };
  for (int r = 0; r < k_; ++r)
    if (whole_.capacity[r] > 0 && (most < 0 || share(r) > share(most))) most = r;
  if (most < 0) return 0;
  return (kept(user).owed[most] - kept(user).commitment[most]) / double(whole_.capacity[most]);
}

double Run::key(User const& user) const {
  Vector const& usage = now().slot_memory ? user.slot_usage : user.usage;
  std::int64_t const count = now().slot_memory ? user.slot_started : user.running;
  switch (now().key) {
    case Key::tvtsf: {
      if (now().contribution) {
        std::int64_t sum = 0;
        for (auto const& [slot, starts] : kept(user).alone)
          if (slot <= slot_) sum += starts;
        return sum == 0 ? std::numeric_limits<double>::infinity()
                        : double(user.total_started) / double(sum);
      }
      if (user.weighted) return double(user.total_started) / kept(user).W;
      double const h_sum = now().h == "fluid" ? kept(user).h_sum_fluid : double(kept(user).h_sum);
      return double(user.total_started) / (user.weight * h_sum);
    }
    case Key::tsf:
      return double(count) / (user.weight * double(user.monopoly));
    case Key::cdrf_g:
      return double(count) / (user.weight * double(permitted_monopoly(user.latest_head)));
    case Key::cdrf:
      return dominant_share(with_next(usage, user)) / user.weight;
    case Key::cmmf: {
      auto const r = std::size_t(std::stoi(option("resource")));
      if (whole_.capacity[r] == 0) return 0;
      return double(usage[r]) / double(whole_.capacity[r]) / user.weight;
    }
    case Key::fair: {
      auto const r = std::size_t(std::stoi(option("resource")));
      double const share =
          whole_.capacity[r] == 0 ? 0 : double(usage[r]) / double(whole_.capacity[r]);
      return share < user.minimum ? share / user.minimum - 1 : share / user.weight;
    }
    case Key::eunomia:
      return progress_share(user);
    case Key::sdrf: {
      double committed = 0;
      for (int r = 0; r < k_; ++r)
        if (whole_.capacity[r] > 0)
          committed = std::max(committed, kept(user).commitment[r] / double(whole_.capacity[r]));
      return dominant_share(usage) + committed;
    }
    case Key::lt_drf:
    case Key::decayed:
    case Key::dynamic_drf:
      return (kept(user).remembered + dominant_share(usage)) / user.weight;
    case Key::capacity:
      return guarantees_[user.group] == 0
                 ? std::numeric_limits<double>::infinity()
                 : dominant_share(used_by_queue(user.group)) / guarantees_[user.group];
    case Key::drf:
    case Key::drfh:
      return dominant_share(usage) / user.weight;
    case Key::fifo:
      return double(user.next().submit);
    case Key::slots:
      return double(slots_held(int(&user - users_.data()))) / user.weight;
    case Key::psdsf: {
      std::int64_t const gamma = most_alone(user);
      return gamma == 0 ? std::numeric_limits<double>::infinity()
                        : double(count) / (user.weight * double(gamma));
    }
    case Key::hdrf: {  // in its queue, see lowest_user()
      Node const node = node_of_user(int(&user - users_.data()), List<bool>(users_.size()));
      return node.share / node.weight;
    }
    case Key::karma:
      return std::max(0.0, dominant_share(usage) - guaranteed(now(), user)) / user.weight -
             kept(user).credits;
  }
  return 0;
}

/// Of the server, by a task: as many as the resource takes that takes most.
std::int64_t Run::slots_taken(List<std::int32_t> const& demand, Server const& server) const {
  std::int64_t most = 0;
  for (int r = 0; r < k_; ++r) {
    if (demand[r] == 0) continue;
    if (demand[r] > server.capacity[r] || slots_of(server) == 0) return never;
    std::int64_t const c = server.capacity[r], part = demand[r] * slots_of(server);
    most = std::max(most, part / c + (part % c > 0));
  }
  return most;
}

std::int64_t Run::slots_of(Server const& server) const {
  return server.capacity[0] / std::stoll(option("per"));
}

/// A task that another policy has put where there are no slots takes none.
std::int64_t Run::slots_taken(Task const& task) const {
  Server const& server = servers_[task.server];
  return slots_of(server) == 0 ? 0 : slots_taken(task.demand, server);
}

std::int64_t Run::free_slots(int server) const {
  std::int64_t free = slots_of(servers_[server]);
  for (Task const& task : running_)
    if (task.server == server) free -= slots_taken(task);
  return free;
}

std::int64_t Run::slots_held(int user) const {
  std::int64_t held = 0;
  for (Task const& task : running_)
    if (task.user == user && (!now().slot_memory || task.start == slot_)) held += slots_taken(task);
  return held;
}

bool Run::has_room(Job const& job, int server) const {
  if (!servers_[server].up) return false;
  if (now().key == Key::slots)
    return slots_taken(job.demand, servers_[server]) <= free_slots(server);
  return fits(job.demand, servers_[server].left);
}

/// G: tasks of the job that its permitted servers could run alone.
std::int64_t Run::permitted_monopoly(Job const& job) const {
  std::int64_t sum = 0;
  for (std::size_t m = 0; m < servers_.size(); ++m)
    if (job.permitted[m]) sum += fitting(servers_[m].capacity, job.demand);
  return sum;
}

double Run::progress_share(User const& user) const {
  double mine = 0, alone = 0;
  for (std::size_t m = 0; m < servers_.size(); ++m) {
    std::int64_t tasks = 0;
    for (Task const& task : running_)
      if (&users_[task.user] == &user && task.server == int(m) &&
          (!now().slot_memory || task.start == slot_))
        ++tasks;
    mine += servers_[m].speed * double(tasks);
    alone += servers_[m].speed * double(fitting(servers_[m].capacity, user.latest_head.demand));
  }
  double const below = user.weight * alone;
  return below == 0 ? std::numeric_limits<double>::infinity() : mine / below;
}

double Run::dominant_share(Vector const& usage) const {
  double share = 0;
  for (int r = 0; r < k_; ++r)
    if (whole_.capacity[r] > 0)
      share = std::max(share, double(usage[r]) / double(whole_.capacity[r]));
  return share;
}

/// Tasks of the user that run on the server are fewer than its next job allows there.
bool Run::is_below_limit(User const& user, int server) const {
  if (user.next().per_server == never) return true;
  auto const running = std::count_if(running_.begin(), running_.end(), [&](Task const& task) {
    return &users_[task.user] == &user && task.server == server;
  });
  return running < user.next().per_server;
}

/// Tasks of the user's head at the start of the slot that the server could run alone.
std::int64_t Run::alone_on(int server, User const& user) const {
  Job const& head = user.latest_head;
  return head.permitted[server] ? fitting(servers_[server].capacity, head.demand) : 0;
}

/// On one of the servers with room for its next task.
std::int64_t Run::most_alone(User const& user) const {
  std::int64_t most = 0;
  for (int m = 0; m < int(servers_.size()); ++m)
    if (user.next().permitted[m] && has_room(user.next(), m) && is_below_limit(user, m))
      most = std::max(most, alone_on(m, user));
  return most;
}

int Run::place(User const& user) const {
  Job const& job = user.next();
  if (now().pool) return fits(job.demand, whole_.left) ? pool_server : no_server;
  int best = no_server;
  double best_score = 0;
  for (int const m : now().order) {
    if (!now().ignore_permitted && !job.permitted[m]) continue;
    if (!has_room(job, m)) continue;
    if (!is_below_limit(user, m)) continue;
    if (now().fit == "first") return m;
    double const h = now().key == Key::psdsf
                         ? -double(alone_on(m, user))
                         : score(now().fit, whole_.capacity, servers_[m].left, job.demand);
    if (best == no_server || h < best_score) best = m, best_score = h;
  }
  return best;
}

void Run::start(int u, int server) {
  User& user = users_[u];
  Job& head = user.queue[user.at];
  Server& host = now().pool ? whole_ : servers_[server];
  for (int r = 0; r < k_; ++r) {
    host.left[r] -= head.demand[r];
    user.usage[r] += head.demand[r];
    user.slot_usage[r] += head.demand[r];
  }
  std::int64_t const end =
      slot_ +
      (now().key == Key::eunomia ? slots_at(servers_[server].speed, head.duration) : head.duration);
  running_.push_back({slot_, end, u, server, head.demand, head.entry});
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
  std::int64_t const last = problem_.horizon > 0 ? std::min(end, problem_.horizon + 1) : end;
  result_.entry_held[e] += last - slot_;
  if (recording_.picks) result_.picks.push_back({slot_, u, e, server});

  if (--head.tasks > 0) return;
  user.queue.erase(user.queue.begin() + std::ptrdiff_t(user.at));
  if (user.at == 0)
    look_at_head(u);
  else
    skip_hopeless(u);
}

std::optional<WatchedSlot> Run::watched(WatchRequest const& asked) {
  asked_ = asked;
  result();
  return seen_;
}

void Run::see_heads() {
  seen_.emplace().policy = now().policy;
  for (int u = 0; u < int(users_.size()); ++u) {
    User const& user = users_[u];
    if (user.blocked || user.queue.empty()) continue;
    WatchedSum sum;
    if (now().contribution) {
      std::int64_t alone = 0;
      for (auto const& [slot, starts] : kept(user).alone)
        if (slot <= slot_) alone += starts;
      sum = alone;
    } else if (now().key == Key::tvtsf && user.weighted) {
      sum = kept(user).W;
    } else if (now().key == Key::tvtsf && now().h == "fluid") {
      sum = kept(user).h_sum_fluid;
    } else if (now().key == Key::tvtsf) {
      sum = kept(user).h_sum;
    }
    seen_->heads.push_back({u, user.queue.front().entry,
                            monopoly(problem_, user.queue.front().demand), sum, user.weight});
  }
}

/// Before the task starts.
void Run::see_pick(int u, int server, List<bool> const& frozen, bool first_pass) {
  bool const could = asked_->user >= 0 && asked_could_start();
  see_whether_decided();
  if (asked_->user >= 0 && u != asked_->user && !could) return;
  may_have_decided_ = asked_->user >= 0 && u != asked_->user;
  WatchedPick pick;
  pick.user = u, pick.entry = users_[u].next().entry, pick.server = server;
  List<bool> out = frozen;
  bool has_asked = false;
  for (int at; (at = lowest_user(out)) >= 0; out[at] = true) {
    if (first_pass && !may_start(users_[at], true)) continue;
    bool const is_asked = at == asked_->user;
    if (int(pick.keys.size()) < asked_->top || (is_asked && !has_asked))
      pick.keys.push_back({at, key(users_[at])});
    has_asked = has_asked || is_asked;
  }
  see_scores(users_[u], server, pick);
  seen_->picks.push_back(pick);
}

void Run::see_scores(User const& user, int server, WatchedPick& pick) const {
  if (now().pool) return;
  bool const by_server = now().key == Key::psdsf;
  pick.has_scores = by_server || now().fit != "first";
  for (int const m : now().order) {
    Job const& job = user.next();
    if (!now().ignore_permitted && !job.permitted[m]) continue;
    if (!has_room(job, m) || !is_below_limit(user, m)) continue;
    double h = 0;
    if (by_server) h = double(alone_on(m, user));
    if (!by_server && pick.has_scores)
      h = score(now().fit, whole_.capacity, servers_[m].left, job.demand);
    pick.scores.push_back({m, h + 0.0});
    if (m == server && pick.has_scores) pick.score = h + 0.0;  // no -0
  }
  std::stable_sort(pick.scores.begin(), pick.scores.end(), [&](auto const& a, auto const& b) {
    return by_server ? a.score > b.score : a.score < b.score;
  });
  pick.scores.resize(std::min(pick.scores.size(), std::size_t(asked_->top)));
}

/// The latest pick has taken what the user's next task could have had, or is of no interest.
void Run::see_whether_decided() {
  if (!may_have_decided_) return;
  may_have_decided_ = false;
  if (asked_could_start())
    seen_->picks.pop_back();
  else
    seen_->picks.back().decided = true;
}

bool Run::asked_could_start() const {
  User const& user = users_[asked_->user];
  if (!user.has_next()) return false;  // all tried in vain: room does not come back in a slot
  if (!may_start(user, false)) return false;
  LeftOutFor const reason = reason_of(user);
  return reason == LeftOutFor::queue_frozen || reason == LeftOutFor::strict;
}

/// Of the first job of its queue, where it cannot be that all went well.
LeftOutFor Run::reason_of(User const& user) const {
  Job const& job = user.queue.front();
  bool elsewhere = false;
  if (now().pool)
    return !fits(job.demand, whole_.left) ? LeftOutFor::no_room
           : now().strict                 ? LeftOutFor::strict
                                          : LeftOutFor::queue_frozen;
  for (int m = 0; m < int(servers_.size()); ++m) {
    auto const running = std::count_if(running_.begin(), running_.end(), [&](Task const& task) {
      return &users_[task.user] == &user && task.server == m;
    });
    if (!has_room(job, m) || running >= job.per_server) continue;
    if (now().ignore_permitted || job.permitted[m])
      return now().strict ? LeftOutFor::strict : LeftOutFor::queue_frozen;
    elsewhere = true;
  }
  return elsewhere ? LeftOutFor::not_permitted : LeftOutFor::no_room;
}

void Run::see_left_out() {
  see_whether_decided();
  for (int u = 0; u < int(users_.size()); ++u) {
    User const& user = users_[u];
    if (user.blocked) seen_->out.push_back({u, user.listed, LeftOutFor::blocked});
    if (!user.blocked && !user.queue.empty())
      seen_->out.push_back({u, user.queue.front().entry, reason_of(user)});
    for (auto const& [job, entry] : left_out_)
      if (job.first == u && problem_.submit[entry] <= slot_ && user.leave > slot_)
        seen_->out.push_back({u, entry, LeftOutFor::blocked});
  }
}

/// 2^32 times the weight that all users have; of different weights the power of two by which the
/// greatest share of the row, and so the sum over N users, just stays below 2^62 / N.
double Run::share_scale(double greatest) const {
  if (users_.empty() || greatest == 0) return 1;
  double least = users_.front().own_weight, most = least;
  for (User const& user : users_) {
    least = std::min(least, user.own_weight);
    most = std::max(most, user.own_weight);
  }
  if (least == most && !problem_.some_change(Change::What::weight))
    return least * std::pow(2.0, 32);
  int bits = 62, exponent = 0;
  for (std::size_t n = users_.size(); n > 0; n /= 2) --bits;
  std::frexp(greatest, &exponent);
  return std::pow(2.0, bits - exponent);
}

void Run::tally() {
  if (rows_due_++ % recording_.every != 0) return;
  SlotRow row{};
  row.slot = slot_;
  row.started = started_in_slot_;
  row.running = std::int64_t(running_.size());
  row.jain = 1;
  if (now().key == Key::slots)
    for (Task const& task : running_) row.slots_held += slots_taken(task);
  std::vector<double> shares;
  for (User const& user : users_) {
    std::int64_t queued = 0;
    if (!user.blocked)
      for (Job const& job : user.queue) queued += job.tasks;
    row.queued += queued;
    for (int r = 0; r < k_; ++r) row.used[r] += user.usage[r];
    if (queued == 0 && user.running == 0) continue;

    double const share = dominant_share(user.usage) / user.own_weight;
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
  std::vector<Standing> standings;
  for (User const& user : users_) standings.push_back(standing(user));
  Waiting const who = waiting(standings);
  row.waiting_users = who.users;
  row.entitled_gap = who.entitled_gap, row.smallest_unplaced = who.smallest_unplaced;
  if (recording_.shares) tell_shares(standings);
  if (recording_.fragmentation) find_fragmentation(row);
  result_.slot_rows.push_back(row);
}

Standing Run::standing(User const& user) const {
  PerResource<Wide> amount{};
  for (int r = 0; r < k_; ++r) amount[r] = Wide(user.usage[r]);
  for (Job const& job : user.queue)
    for (int r = 0; r < k_ && !user.blocked; ++r)
      amount[r] += Wide(job.tasks) * Wide(job.demand[r]);
  Vector most{};
  for (int r = 0; r < k_; ++r) most[r] = std::int64_t(std::min(amount[r], Wide{1} << 62));
  Standing result{dominant_share(user.usage), std::min(1.0, dominant_share(most)), user.own_weight};
  if (user.blocked || user.queue.empty()) return result;
  Vector next{};
  std::ranges::copy(user.queue.front().demand, next.begin());
  result.next = dominant_share(next);
  return result;
}

void Run::tell_shares(List<Standing> const& users) {
  List<double> const parts = entitled(users);
  for (int u = 0; u < int(users.size()); ++u) {
    std::pair const own(users[u].share, parts[u]);
    if (told_[u] != own) result_.shares.push_back({slot_, u, own.first, own.second});
    told_[u] = own;
  }
}

/// Task by task, server by server.
void Run::find_fragmentation(SlotRow& row) const {
  List<Server> const places = now().pool ? List<Server>{whole_} : servers_;
  PerResource<Wide> out_of_reach{}, free{};
  std::int64_t tasks = 0;
  for (Server const& place : places)
    for (int r = 0; r < k_ && place.up; ++r) free[r] += Wide(place.left[r]);
  for (User const& user : users_)
    for (Job const& job : user.jobs) {
      tasks += job.tasks;
      for (std::size_t m = 0; m < places.size(); ++m) {
        if (!places[m].up) continue;
        if ((now().pool || job.permitted[m]) && fits(job.demand, places[m].left)) continue;
        for (int r = 0; r < k_; ++r) out_of_reach[r] += Wide(places[m].left[r]) * Wide(job.tasks);
      }
    }
  for (int r = 0; r < k_; ++r)
    if (free[r] > 0)
      row.fragmentation[r] =
          real(out_of_reach[r]) / (double(tasks) * double(std::int64_t(free[r])));
}

}  // namespace

RunResult oracle(Problem const& problem, Policy const& policy, Recording recording) {
  return Run(problem, policy, recording).result();
}

std::optional<WatchedSlot> oracle_slot(Problem const& problem, Policy const& policy,
                                       WatchRequest const& asked) {
  return Run(problem, policy, {.slots = false}).watched(asked);
}

}  // namespace fairslot
