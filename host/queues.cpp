#include "host/queues.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "kernels/shown.hpp"
#include "kernels/suggest.hpp"

namespace fairslot {
namespace {

constexpr std::size_t longest_name = 64;  // bytes
constexpr double forgiven = 1e-9;         // of a sum of parts

std::string quoted(std::string const& name) { return fmt::format("\"{}\"", shown(name)); }

/// The first of them.
std::string listed(std::vector<std::string> const& names) {
  constexpr std::size_t most = 8;
  std::string text;
  for (std::size_t i = 0; i < std::min(names.size(), most); ++i)
    text += (i == 0 ? "" : ", ") + quoted(names[i]);
  return names.empty() ? "none, there are no queues" : text + (names.size() > most ? ", ..." : "");
}

/// The name of the queue that this one is in; "" where it is in none.
std::string outer(std::string const& name) {
  auto const slash = name.rfind('/');
  return slash == name.npos ? "" : name.substr(0, slash);
}

void require_name(std::string const& name) {
  if (name.empty() || name.back() == '/' || shown(name, longest_name) != name)
    throw QueueError(name,
                     fmt::format("{} (allowed: names of 1 to {} bytes, no control characters)",
                                 quoted(name), longest_name));
}

}  // namespace

std::vector<Queue> read_queues(std::map<std::string, double> const& parts) {
  std::vector<Queue> queues;
  std::map<std::string, double> sum;         // of the parts in a queue
  std::map<std::string, std::size_t> index;  // of a queue in `queues`
  for (auto const& [name, part] : parts) {
    require_name(name);
    std::string const in = outer(name);
    auto const around = index.find(in);
    if (name.front() == '/' || (!in.empty() && around == index.end()))
      throw QueueError(name, fmt::format("{} is in no queue of \"queues\" (allowed: in one, {})",
                                         quoted(name), "\"a/b\" where there is \"a\""));
    if (!(part > 0 && part <= 1))
      throw QueueError(name, fmt::format("{} (allowed: a number above 0, at most 1)", part));
    sum[in] += part;
    if (sum[in] > 1 + forgiven)
      throw QueueError(name, fmt::format("the queues {} sum to {} (allowed: at most 1)",
                                         in.empty() ? "in none" : "in " + quoted(in), sum[in]));
    if (!in.empty()) queues[around->second].has_queues = true;
    index[name] = queues.size();
    queues.push_back({name, part, in.empty() ? -1 : static_cast<int>(around->second)});
  }
  return queues;
}

void require_sum(std::vector<Queue> const& queues, int outer) {
  double sum = 0;
  std::string last;
  for (Queue const& queue : queues)
    if (queue.outer == outer) sum += queue.part, last = queue.name;
  if (sum > 1 + forgiven)
    throw QueueError(
        last, fmt::format("the queues {} sum to {} (allowed: at most 1)",
                          outer < 0 ? "in none"
                                    : "in " + quoted(queues[static_cast<std::size_t>(outer)].name),
                          sum));
}

int index_of_queue(std::vector<Queue> const& queues, std::string const& name) {
  auto const found = std::ranges::lower_bound(queues, name, {}, &Queue::name);
  if (found == queues.end() || found->name != name) {
    std::vector<std::string> names;
    for (Queue const& queue : queues) names.push_back(queue.name);
    std::string const nearest = nearest_name(name, names);
    throw QueueError(name, fmt::format("{} is no name in \"queues\" ({})", quoted(name),
                                       nearest.empty() ? "allowed: " + listed(names)
                                                       : "did you mean \"" + nearest + "\"?"));
  }
  return static_cast<int>(found - queues.begin());
}

int find_queue(std::vector<Queue> const& queues, std::string const& name) {
  int const index = index_of_queue(queues, name);
  if (queues[static_cast<std::size_t>(index)].has_queues)
    throw QueueError(name,
                     fmt::format("{} has queues in it (allowed: one that has none)", quoted(name)));
  return index;
}

}  // namespace fairslot
