#include "host/pool/arrivals.hpp"

#include <algorithm>

#include "host/pool/answer.hpp"

namespace fairslot::pool {
namespace {

/// Of a level. Who is above by less than that is at the end of a resource, not beyond: were it
/// taken for beyond, all above it would fall, whatever they need.
constexpr double rounding = 1e-13;

template <class Amounts>
void add(Amounts& sum, Amounts const& rate, double level) {
  for (std::size_t r = 0; r < sum.size(); ++r) sum[r] += level * rate[r];
}

}  // namespace

Arrivals::Arrivals(Instance const& in) : in_(in), ratios_(ratios_of(in)), next_(in.N(), nobody) {}

Arrivals::Group Arrivals::group_of(std::size_t user, double level) const {
  Group group{level, {}, {}, user, user};
  for (std::size_t r = 0; r < in_.K(); ++r)
    group.rate[r] = in_.contribution[user] * ratios_[user * in_.K() + r];
  return group;
}

Arrivals::Stack& Arrivals::stack_of(std::size_t user) {
  std::uint32_t resources = 0;
  for (std::size_t r = 0; r < in_.K(); ++r)
    resources |= static_cast<std::uint32_t>(in_.demand_of(user)[r] > 0) << r;
  auto const own = std::ranges::find(stacks_, resources, &Stack::resources);
  return own != stacks_.end() ? *own : stacks_.emplace_back(Stack{resources});
}

void Arrivals::push(Stack& stack, Group group) {
  group.below = {};
  if (!stack.waiting.empty()) {
    Group const& under = stack.waiting.back();
    group.below = under.below;
    add(group.below, under.rate, under.level);
  }
  stack.waiting.push_back(group);
}

void Arrivals::merge(Group& into, Group const& other) {
  add(into.rate, other.rate, 1.0);
  next_[into.last] = other.first;
  into.last = other.last;
}

double Arrivals::arrive(std::size_t user) {
  brought_ += in_.contribution[user];
  push(stack_of(user), group_of(user, 0.0));
  return raise();
}

Arrivals::Stack* Arrivals::next_to_rise(std::uint32_t ended) {
  Stack* next = nullptr;
  for (Stack& stack : stacks_)
    if (!stack.waiting.empty() && !(stack.resources & ended) &&
        (!next || stack.waiting.back().level < next->waiting.back().level))
      next = &stack;
  return next;
}

/// Of those who rise, while the others stay.
Arrivals::End Arrivals::first_end() const {
  Amounts fixed{}, rate{};
  for (Stack const& stack : stacks_) {
    if (!stack.waiting.empty()) {
      add(fixed, stack.waiting.back().below, 1.0);
      add(fixed, stack.waiting.back().rate, stack.waiting.back().level);
    }
    if (stack.rising) add(rate, stack.rising->rate, 1.0);
  }
  End first{unlimited, 0};
  for (std::size_t r = 0; r < in_.K(); ++r)
    if (rate[r] > 0) {
      double const level = std::max(brought_ - fixed[r], 0.0) / rate[r];
      if (level < first.level) first = {level, r};
    }
  return first;
}

void Arrivals::stop_rising(std::uint32_t ended, double level) {
  for (Stack& stack : stacks_)
    if (stack.rising && (stack.resources & ended)) {
      stack.rising->level = level;
      push(stack, *stack.rising);
      stack.rising.reset();
    }
}

double Arrivals::raise() {
  std::uint32_t ended = 0;
  double level = 0;
  std::optional<double> lowest;
  for (;;) {
    End end = first_end();
    end.level = std::max(end.level, level);
    Stack* const next = next_to_rise(ended);
    if (next && next->waiting.back().level <= end.level) {
      level = std::max(level, next->waiting.back().level);
      Group const group = next->waiting.back();
      next->waiting.pop_back();
      if (next->rising)
        merge(*next->rising, group);
      else
        next->rising = group;
    } else if (end.level < unlimited) {
      level = end.level;
      ended |= std::uint32_t{1} << end.resource;
      stop_rising(ended, level);
      if (!lowest) lowest = level;
    } else {
      return lowest.value_or(0.0);
    }
  }
}

std::vector<Arrivals::Standing> Arrivals::standings() const {
  std::vector<Standing> all;
  for (Stack const& stack : stacks_)
    for (Group const& group : stack.waiting)
      for (std::size_t user = group.first;; user = next_[user]) {
        all.push_back({group.level, user});
        if (user == group.last) break;
      }
  return all;
}

std::vector<double> Arrivals::levels() const {
  std::vector<double> levels(in_.N(), 0.0);
  for (auto const& [level, user] : standings()) levels[user] = level;
  return levels;
}

/// Of those of falling levels: the highest that nobody may be above for what is brought now. It is
/// 1 at least: everybody then has what it has brought.
double Arrivals::highest_level(std::vector<Standing> const& falling) const {
  std::vector<Amounts> rates;  // of all from the highest on
  Amounts sum{}, used{};
  for (auto const& [level, user] : falling) {
    add(sum, group_of(user, level).rate, 1.0);
    rates.push_back(sum);
  }
  for (std::size_t p = falling.size(); p-- > 0;) {
    double end = unlimited;
    for (std::size_t r = 0; r < in_.K(); ++r)
      if (rates[p][r] > 0) end = std::min(end, (brought_ - used[r]) / rates[p][r]);
    if (falling[p].level > end * (1 + rounding)) return std::max(end, 1.0);
    add(used, group_of(falling[p].user, 0.0).rate, falling[p].level);
  }
  return unlimited;
}

double Arrivals::leave(std::size_t gone) {
  auto all = standings();
  std::erase_if(all, [gone](Standing const& own) { return own.user == gone; });
  std::sort(all.begin(), all.end(), [](Standing const& a, Standing const& b) {
    return a.level != b.level ? a.level > b.level : a.user < b.user;
  });
  brought_ = 0;
  for (auto const& [level, user] : all) brought_ += in_.contribution[user];
  double const most = highest_level(all);
  stacks_.clear();
  for (auto const& [level, user] : all) push(stack_of(user), group_of(user, std::min(level, most)));
  return raise();
}

}  // namespace fairslot::pool
