#include "tests/draft.hpp"

#include <algorithm>
#include <ostream>
#include <string>

namespace fairslot {
namespace {

/// "[a, b]", each item written by write(item).
template <class Items, class Write>
void list(std::ostream& out, Items const& items, Write write) {
  out << '[';
  for (std::size_t i = 0; i < items.size(); ++i) {
    out << (i ? ", " : "");
    write(items[i]);
  }
  out << ']';
}

void numbers(std::ostream& out, std::vector<std::int32_t> const& values) {
  list(out, values, [&](std::int32_t value) { out << value; });
}

void write_job(std::ostream& out, DraftJob const& job) {
  out << "\n   {\"submit\": " << job.submit << ", \"tasks\": " << job.tasks << ", \"demand\": ";
  numbers(out, job.demand);
  out << ", \"duration\": " << job.duration;
  if (job.servers) {
    out << ", \"servers\": ";
    numbers(out, *job.servers);
  }
  if (job.label) out << ", \"label\": " << *job.label;
  auto const digits = out.precision(17);
  if (job.terms.weight > 0) out << ", \"weight\": " << job.terms.weight;
  if (is_limit(job.terms.per_server)) out << ", \"per_server\": " << job.terms.per_server;
  out.precision(digits);
  out << '}';
}

std::string name_of_queue(Draft const& draft, int queue) {
  int const outer = draft.queues[queue].outer;
  return (outer < 0 ? "" : name_of_queue(draft, outer) + "/") + "q" + std::to_string(queue);
}

void write_user(std::ostream& out, Draft const& draft, DraftUser const& user) {
  auto const digits = out.precision(17);
  out << "\n  {\"weight\": " << user.weight;
  if (user.queue >= 0) out << ", \"queue\": \"" << name_of_queue(draft, user.queue) << '"';
  if (user.minimum > 0) out << ", \"min\": " << user.minimum;
  if (user.leave > 0) out << ", \"leave\": " << user.leave;
  if (user.own) {
    out << ", \"own\": ";
    numbers(out, *user.own);
  }
  out << ", \"jobs\": ";
  out.precision(digits);
  list(out, user.jobs, [&](DraftJob const& job) { write_job(out, job); });
  out << '}';
}

void write_event(std::ostream& out, Draft const& draft, Change const& change) {
  auto const digits = out.precision(17);
  out << "{\"slot\": " << change.slot;
  if (change.is_of_server())
    out << ", \"server\": " << change.of
        << ", \"up\": " << (change.what == Change::What::server_up ? "true" : "false");
  if (change.what == Change::What::weight)
    out << ", \"user\": " << change.of << ", \"weight\": " << change.value;
  if (change.what == Change::What::guarantee)
    out << ", \"queue\": \"" << name_of_queue(draft, change.of)
        << "\", \"guarantee\": " << change.value;
  if (change.what == Change::What::policy)
    out << ", \"policy\": \"" << canonical_name(draft.policies[change.of]) << '"';
  out << '}';
  out.precision(digits);
}

/// What there is not is left out.
bool names_something(Draft const& draft, Change const& change) {
  if (change.is_of_server() || change.what == Change::What::policy) return true;
  auto const of = static_cast<std::size_t>(change.of);
  return of < (change.what == Change::What::weight ? draft.users.size() : draft.queues.size());
}

void drop_server(Draft& draft, std::int32_t dropped) {
  std::erase_if(draft.changes, [&](Change const& change) {
    return change.is_of_server() && change.of == dropped;
  });
  for (Change& change : draft.changes) change.of -= change.is_of_server() && change.of > dropped;
  draft.servers.erase(draft.servers.begin() + dropped);
  if (!draft.speeds.empty()) draft.speeds.erase(draft.speeds.begin() + dropped);
  auto const drop = [=](std::optional<std::vector<std::int32_t>>& servers) {
    if (!servers) return;
    std::erase(*servers, dropped);
    for (std::int32_t& m : *servers) m -= m > dropped;
  };
  for (DraftUser& user : draft.users) {
    drop(user.own);
    for (DraftJob& job : user.jobs) drop(job.servers);
  }
}

bool needs_room(Draft const& draft) {
  if (draft.horizon > 0) return false;
  for (DraftUser const& user : draft.users)
    for (DraftJob const& job : user.jobs)
      if (job.duration > 100000) return true;
  return false;
}

}  // namespace

Problem build(Draft const& draft) {
  ProblemBuilder builder(draft.resources, draft.horizon);
  for (std::size_t m = 0; m < draft.servers.size(); ++m)
    builder.add_server(draft.servers[m], draft.speeds.empty() ? 1.0 : draft.speeds[m]);
  for (DraftQueue const& queue : draft.queues) builder.add_queue(queue.part, queue.outer);
  for (DraftUser const& user : draft.users) {
    int const u = builder.add_user(user.weight, user.queue, user.minimum);
    builder.set_leave(u, user.leave);
    if (user.own) builder.set_own(u, builder.placement(user.own));
    for (DraftJob const& job : user.jobs)
      builder.add_job(u, job.submit, job.tasks, job.duration, job.demand,
                      builder.placement(job.servers), job.label, job.terms);
  }
  for (Policy const& policy : draft.policies) builder.add_policy(policy);
  for (Change const& change : draft.changes)
    if (names_something(draft, change)) builder.add_change(change);
  return std::move(builder).build();
}

std::ostream& operator<<(std::ostream& out, Draft const& draft) {
  out << "{\"K\": " << draft.resources << ", \"T\": " << draft.horizon << ", \"servers\": ";
  list(out, draft.servers, [&](auto const& capacity) { numbers(out, capacity); });
  auto const digits = out.precision(17);
  if (!draft.speeds.empty()) {
    out << ", \"speeds\": ";
    list(out, draft.speeds, [&](double speed) { out << speed; });
  }
  for (int q = 0; q < int(draft.queues.size()); ++q)
    out << (q ? ", \"" : ", \"queues\": {\"") << name_of_queue(draft, q)
        << "\": " << draft.queues[q].part;
  if (!draft.queues.empty()) out << '}';
  out.precision(digits);
  out << ", \"users\": ";
  list(out, draft.users, [&](DraftUser const& user) { write_user(out, draft, user); });
  if (!draft.changes.empty()) {
    out << ", \"events\": ";
    std::vector<Change> changes = draft.changes;
    std::erase_if(changes, [&](Change const& change) { return !names_something(draft, change); });
    list(out, changes, [&](Change const& change) { write_event(out, draft, change); });
  }
  return out << '}';
}

std::vector<Draft> simpler(Draft const& draft) {
  std::vector<Draft> all;
  auto const with = [&](auto change) {
    Draft copy = draft;
    change(copy);
    all.push_back(std::move(copy));
  };
  auto const half = [](auto& items, bool upper) {
    auto const middle = items.begin() + std::ptrdiff_t(items.size() / 2);
    upper ? items.erase(middle, items.end()) : items.erase(items.begin(), middle);
  };
  if (draft.users.size() > 3) {
    with([&](Draft& d) { half(d.users, true); });
    with([&](Draft& d) { half(d.users, false); });
  }
  for (std::size_t u = 0; u < draft.users.size(); ++u)
    with([&](Draft& d) { d.users.erase(d.users.begin() + std::ptrdiff_t(u)); });
  // Where tasks of 2^31-1 slots must not wait for one another, room and time stay as they are.
  bool const tight = needs_room(draft);
  for (int m = 0; m < int(draft.servers.size()) && !tight; ++m)
    with([&](Draft& d) { drop_server(d, m); });
  if (draft.horizon > 1) with([](Draft& d) { d.horizon /= 2; });
  if (!draft.speeds.empty()) with([](Draft& d) { d.speeds.clear(); });
  if (!draft.changes.empty()) with([](Draft& d) { d.changes.clear(); });
  for (std::int32_t m = 0; m < std::int32_t(draft.servers.size()); ++m) {
    auto const is_its = [m](Change const& c) { return c.is_of_server() && c.of == m; };
    if (std::ranges::any_of(draft.changes, is_its))
      with([&](Draft& d) { std::erase_if(d.changes, is_its); });
  }
  for (std::size_t i = 0; i < draft.changes.size(); ++i)
    if (!draft.changes[i].is_of_server())
      with([&](Draft& d) { d.changes.erase(d.changes.begin() + std::ptrdiff_t(i)); });
  if (!draft.queues.empty())
    with([](Draft& d) {
      d.queues.clear();
      for (DraftUser& user : d.users) user.queue = -1;
    });
  for (std::size_t u = 0; u < draft.users.size(); ++u) {
    DraftUser const& user = draft.users[u];
    if (user.weight != 1) with([&](Draft& d) { d.users[u].weight = 1; });
    if (user.own) with([&](Draft& d) { d.users[u].own.reset(); });
    if (user.minimum != 0) with([&](Draft& d) { d.users[u].minimum = 0; });
    if (user.leave != 0) with([&](Draft& d) { d.users[u].leave = 0; });
    if (user.leave > 1) with([&](Draft& d) { d.users[u].leave = (user.leave + 1) / 2; });
    for (std::size_t j = 0; j < user.jobs.size(); ++j) {
      auto const job = [&](Draft& d) -> DraftJob& { return d.users[u].jobs[j]; };
      with([&](Draft& d) { d.users[u].jobs.erase(d.users[u].jobs.begin() + std::ptrdiff_t(j)); });
      if (user.jobs[j].tasks > 1) {
        with([&](Draft& d) { job(d).tasks /= 2; });
        with([&](Draft& d) { --job(d).tasks; });
      }
      if (user.jobs[j].duration > 1) {
        with([&](Draft& d) { job(d).duration = 1; });
        with([&](Draft& d) { job(d).duration /= 2; });
      }
      if (user.jobs[j].submit > 1 && !tight)
        with([&](Draft& d) { job(d).submit = (job(d).submit + 1) / 2; });
      if (user.jobs[j].servers) with([&](Draft& d) { job(d).servers.reset(); });
      if (user.jobs[j].label) with([&](Draft& d) { job(d).label.reset(); });
      if (user.jobs[j].terms.weight > 0) with([&](Draft& d) { job(d).terms.weight = 0; });
      if (is_limit(user.jobs[j].terms.per_server))
        with([&](Draft& d) { job(d).terms.per_server = limits::count; });
    }
  }
  return all;
}

}  // namespace fairslot
