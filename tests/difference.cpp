#include "tests/difference.hpp"

#include <bit>
#include <cmath>
#include <iterator>
#include <sstream>
#include <type_traits>
#include <utility>
#include <vector>

namespace fairslot {
namespace {

template <class Number>
requires std::is_arithmetic_v<Number>
void write(std::ostream& out, Number value) {
  out.precision(17);
  out << value;
}
template <class A, class B>
void write(std::ostream& out, std::pair<A, B> const& value) {
  out << '(' << value.first << ", " << value.second << ')';
}
void write(std::ostream& out, Pick const& p) {
  out << "slot " << p.slot << " user " << p.user << " entry " << p.entry << " server " << p.server;
}
void write(std::ostream& out, SlotRow const& row) {
  out.precision(17);
  out << "slot " << row.slot << ": running " << row.running << ", queued " << row.queued
      << ", started " << row.started << ", users " << row.users << ", shares " << row.min_share
      << " to " << row.max_share << ", jain " << row.jain << ", used";
  for (std::int64_t const used : row.used) out << ' ' << used;
  out << ", slots " << row.slots_held << ", waiting " << row.waiting_users << ", gap "
      << row.entitled_gap << ", smallest " << row.smallest_unplaced << ", fragmentation";
  for (double const part : row.fragmentation) out << ' ' << part;
}
void write(std::ostream& out, ShareRow const& row) {
  out.precision(17);
  out << "slot " << row.slot << " user " << row.user << " share " << row.share << " entitled "
      << row.entitled;
}

template <class T>
bool same(T const& a, T const& b) {
  return a == b;
}
/// To the bit, but that there is one NaN.
bool same(double a, double b) {
  return (std::isnan(a) && std::isnan(b)) ||
         std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}
bool same(ShareRow const& a, ShareRow const& b) {
  return a.slot == b.slot && a.user == b.user && same(a.share, b.share) &&
         same(a.entitled, b.entitled);
}
bool same(SlotRow const& a, SlotRow const& b) {
  for (int r = 0; r < max_resources; ++r)
    if (a.used[r] != b.used[r] || !same(a.fragmentation[r], b.fragmentation[r])) return false;
  return a.slots_held == b.slots_held && a.slot == b.slot && a.running == b.running &&
         a.queued == b.queued && a.started == b.started && a.users == b.users &&
         same(a.min_share, b.min_share) && same(a.max_share, b.max_share) && same(a.jain, b.jain) &&
         a.waiting_users == b.waiting_users && same(a.entitled_gap, b.entitled_gap) &&
         same(a.smallest_unplaced, b.smallest_unplaced);
}

template <class T>
std::string compare(char const* name, T const& actual, T const& expected) {
  if (same(actual, expected)) return "";
  std::ostringstream out;
  out << name << " is ";
  write(out, actual);
  out << ", expected ";
  write(out, expected);
  return out.str();
}

template <class T>
std::string compare(char const* name, std::vector<T> const& actual,
                    std::vector<T> const& expected) {
  for (std::size_t i = 0; i < std::min(actual.size(), expected.size()); ++i) {
    std::string const text = compare(name, actual[i], expected[i]);
    if (!text.empty()) return "item " + std::to_string(i) + " of " + text;
  }
  return compare(name, std::int64_t(actual.size()), std::int64_t(expected.size()));
}
template <class T>
std::string compare(char const* name, List<T> const& actual, List<T> const& expected) {
  using Vector = std::vector<T>;
  return compare(name, static_cast<Vector const&>(actual), static_cast<Vector const&>(expected));
}

std::vector<double> lost_time(RunResult const& run) {
  return {std::begin(run.lost_time), std::end(run.lost_time)};
}

}  // namespace

std::string difference(RunResult const& a, RunResult const& e) {
  std::string text;
  auto const differs = [&](char const* name, auto const& actual, auto const& expected) {
    text = compare(name, actual, expected);
    return !text.empty();
  };
  if (differs("status", std::int64_t(a.status), std::int64_t(e.status)) ||
      e.status != RunStatus::complete)
    return text;
  differs("picks", a.picks, e.picks) || differs("blocked", a.blocked, e.blocked) ||
      differs("cancelled", a.cancelled, e.cancelled) || differs("lost", a.lost, e.lost) ||
      differs("started", a.started, e.started) || differs("slots", a.slots, e.slots) ||
      differs("makespan", a.makespan, e.makespan) ||
      differs("entry_started", a.entry_started, e.entry_started) ||
      differs("entry_first_start", a.entry_first_start, e.entry_first_start) ||
      differs("entry_last_end", a.entry_last_end, e.entry_last_end) ||
      differs("entry_queue_sum", a.entry_queue_sum, e.entry_queue_sum) ||
      differs("entry_held", a.entry_held, e.entry_held) ||
      differs("queueing", a.queueing, e.queueing) ||
      differs("slot_rows", a.slot_rows, e.slot_rows) || differs("shares", a.shares, e.shares) ||
      differs("lost_time", lost_time(a), lost_time(e));
  return text;
}

}  // namespace fairslot
