// Audits that need other runs against the same problems written anew.
#include <algorithm>
#include <utility>

#include "gtest/gtest.h"
#include "rapidcheck/gtest.h"
#include "tests/audit/small_draft.hpp"
#include "tests/oracle/oracle.hpp"

namespace fairslot {
namespace {

using audit::Finding;

constexpr char const* policies[] = {"tvtsf", "tsf",  "cdrf",           "drfh",
                                    "fifo",  "cmmf", "fair:resource=0"};

struct Told {
  Draft draft;
  int step = 1;  ///< every so many of the user's jobs are true ones
};

/// Half as much again is rounded up.
std::vector<Told> lies_of(Draft const& honest, int user) {
  std::vector<Told> all;
  auto const tell = [&](auto change, int step = 1) {
    Told told{honest, step};
    change(told.draft.users[user].jobs);
    all.push_back(std::move(told));
  };
  for (int resource = -1; resource < honest.resources; ++resource)
    for (int times : {3, 4})
      tell([&](std::vector<DraftJob>& jobs) {
        for (DraftJob& job : jobs)
          for (std::size_t r = 0; r < job.demand.size(); ++r)
            if (resource < 0 || std::cmp_equal(r, resource))
              job.demand[r] = (times * job.demand[r] + 1) / 2;
      });
  tell([](auto& jobs) {
    for (DraftJob& job : jobs) job.duration *= 2;
  });
  tell([&](auto& jobs) {
    for (DraftJob& job : jobs) {
      std::vector<std::int32_t> kept;
      for (std::int32_t m = 0, seen = 0; m < std::ssize(honest.servers); ++m)
        if (!job.servers || std::ranges::count(*job.servers, m))
          if (seen++ % 2 == 0) kept.push_back(m);
      job.servers = kept;
    }
  });
  tell(
      [](auto& jobs) {
        std::vector<DraftJob> twice;
        for (DraftJob const& job : jobs) twice.insert(twice.end(), {job, job});
        jobs = twice;
      },
      2);
  return all;
}

std::pair<std::int64_t, std::int64_t> utility(Draft const& draft, RunResult const& run, int user,
                                              int step) {
  Problem const p = build(draft);
  std::int64_t started = 0, queue_sum = 0;
  for (int e = p.job_begin[user]; e < p.job_begin[user + 1]; ++e) {
    if (p.job[e] % step != 0) continue;
    started += run.entry_started[e], queue_sum += run.entry_queue_sum[e];
  }
  return {started, queue_sum};
}

RunResult run_of(Draft const& draft, std::string const& policy) {
  return oracle(build(draft), parse_policy(policy), {.slots = false, .picks = true});
}

RC_GTEST_PROP(Counterfactuals, Lies, ()) {
  Draft const draft = small_draft(*rc::gen::arbitrary<std::uint64_t>());
  std::string const policy =
      *rc::gen::elementOf(std::vector<std::string>(std::begin(policies), std::end(policies)));
  RC_LOG() << policy << '\n' << draft;
  Finding const finding = found(draft, policy, "sp");
  RunResult const honest = run_of(draft, policy);
  double most = 0;
  std::int64_t liars = 0;
  for (int user = 0; user < std::ssize(draft.users); ++user) {
    auto const [started, queue_sum] = utility(draft, honest, user, 1);
    double gain = 0;
    for (Told const& told : lies_of(draft, user)) {
      auto const [there, sum] = utility(told.draft, run_of(told.draft, policy), user, told.step);
      if (draft.horizon > 0)
        gain = std::max(gain, double(there - started));
      else if (there == started)
        gain = std::max(gain, double(queue_sum - sum));
    }
    most = std::max(most, gain), liars += gain > 0;
  }
  RC_ASSERT(finding.max_gap == most);
  RC_ASSERT(finding.violations == liars);
}

RC_GTEST_PROP(Counterfactuals, LeftOutUsersAndMoreOfAResource, ()) {
  Draft const draft = small_draft(*rc::gen::arbitrary<std::uint64_t>());
  std::string const policy =
      *rc::gen::elementOf(std::vector<std::string>(std::begin(policies), std::end(policies)));
  RC_LOG() << policy << '\n' << draft;
  RunResult const here = run_of(draft, policy);
  auto const loss = [&](Draft const& other, RunResult const& there, int user, int as) {
    auto const [started, sum] = utility(draft, here, user, 1);
    auto const [more, later] = utility(other, there, as, 1);
    return draft.horizon > 0 ? double(started - more) : double(later - sum);
  };
  double without = 0, with = 0;
  for (int out = 0; out < std::ssize(draft.users) && draft.users.size() > 1; ++out) {
    Draft other = draft;
    other.users.erase(other.users.begin() + out);
    std::erase_if(other.changes,
                  [&](auto& c) { return c.what == Change::What::weight && c.of == out; });
    for (Change& c : other.changes) c.of -= c.what == Change::What::weight && c.of > out;
    RunResult const there = run_of(other, policy);
    for (int user = 0; user < std::ssize(draft.users); ++user)
      if (user != out) without = std::max(without, loss(other, there, user, user - (user > out)));
  }
  for (std::size_t r = 0; r < std::size_t(draft.resources); ++r) {
    Draft other = draft;
    for (auto& capacity : other.servers) capacity[r] *= 2;
    RunResult const there = run_of(other, policy);
    for (int user = 0; user < std::ssize(draft.users); ++user)
      with = std::max(with, loss(other, there, user, user));
  }
  RC_ASSERT(found(draft, policy, "population").max_gap == without);
  RC_ASSERT(found(draft, policy, "resource").max_gap == with);
}

/// All ways to lay a slot's starts and one more, task by task.
bool lies(std::vector<std::vector<std::int32_t>> const& room, std::vector<DraftJob const*> tasks) {
  if (tasks.empty()) return true;
  DraftJob const& task = *tasks.back();
  tasks.pop_back();
  for (std::size_t m = 0; m < room.size(); ++m) {
    if (task.servers && !std::ranges::count(*task.servers, std::int32_t(m))) continue;
    auto rest = room;
    bool fits = true;
    for (std::size_t r = 0; r < rest[m].size(); ++r) fits &= (rest[m][r] -= task.demand[r]) >= 0;
    if (fits && lies(rest, tasks)) return true;
  }
  return false;
}

RC_GTEST_PROP(Counterfactuals, RepackingOneSlot, ()) {
  Draft draft = small_draft(*rc::gen::arbitrary<std::uint64_t>());
  draft.horizon = 1;
  draft.servers.resize(std::min<std::size_t>(draft.servers.size(), 2));
  draft.users.resize(std::min<std::size_t>(draft.users.size(), 3));
  draft.changes.clear();
  for (DraftUser& user : draft.users) {
    user.jobs.resize(1), user.own.reset();
    DraftJob& job = user.jobs[0];
    job.submit = 1, job.terms = {}, job.tasks = std::min<std::int64_t>(job.tasks, 4);
    if (job.servers)
      std::erase_if(*job.servers, [&](int m) { return m >= std::ssize(draft.servers); });
  }
  if (!draft.speeds.empty()) draft.speeds.resize(draft.servers.size());
  RC_LOG() << draft;
  RunResult const run = run_of(draft, "tvtsf");
  std::int64_t could = 0;
  for (int user = 0; user < std::ssize(draft.users); ++user) {
    DraftJob const& job = draft.users[user].jobs[0];
    if (run.entry_started[user] == job.tasks || (draft.users[user].leave == 1)) continue;
    std::vector<DraftJob const*> tasks = {&job};
    for (Pick const& pick : run.picks) tasks.push_back(&draft.users[pick.user].jobs[0]);
    could += lies(draft.servers, tasks);
  }
  RC_ASSERT(found(draft, "tvtsf", "repack").violations == could);
}

}  // namespace
}  // namespace fairslot
