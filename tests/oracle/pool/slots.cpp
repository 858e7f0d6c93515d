// Mechanisms that divide the pool anew in every slot.
#include <algorithm>
#include <numeric>

#include "tests/oracle/pool/twins.hpp"

namespace fairslot::pool::twins {
namespace {

constexpr double little = 1e-11;

Numbers ratios(Instance const& in) {
  Numbers all(in.N() * in.K());
  for (std::size_t i = 0; i < in.N(); ++i)
    for (std::size_t r = 0; r < in.K(); ++r)
      all[i * in.K() + r] = in.demand_of(i)[r] / in.capacity[r] / dominant_share(in, i);
  return all;
}

double dominant(Numbers const& all, std::size_t resources, std::size_t user) {
  double most = 0;
  for (std::size_t r = 0; r < resources; ++r) most = std::max(most, all[user * resources + r]);
  return most;
}

}  // namespace

Numbers rise(Numbers const& ratios, std::vector<Start> const& starts) {
  std::size_t const users = starts.size(), resources = ratios.size() / users;
  Numbers share(users), level(users), left(resources, 1.0);
  std::vector<bool> open(users);
  for (std::size_t i = 0; i < users; ++i) {
    share[i] = starts[i].held;
    level[i] = starts[i].level;
    open[i] = share[i] < starts[i].wanted - little;
    for (std::size_t r = 0; r < resources; ++r) left[r] -= share[i] * ratios[i * resources + r];
  }
  for (;;) {
    for (std::size_t i = 0; i < users; ++i)
      for (std::size_t r = 0; r < resources; ++r)
        if (ratios[i * resources + r] > 0 && left[r] <= little) open[i] = false;
    double lowest = unlimited, step = unlimited;
    for (std::size_t i = 0; i < users; ++i)
      if (open[i]) lowest = std::min(lowest, level[i]);
    if (lowest == unlimited) return share;
    Numbers rate(resources, 0.0);
    for (std::size_t i = 0; i < users; ++i) {
      if (!open[i]) continue;
      if (level[i] > lowest + little) {
        step = std::min(step, level[i] - lowest);
        continue;
      }
      step = std::min(step, (starts[i].wanted - share[i]) / starts[i].rate);
      for (std::size_t r = 0; r < resources; ++r)
        rate[r] += starts[i].rate * ratios[i * resources + r];
    }
    for (std::size_t r = 0; r < resources; ++r)
      if (rate[r] > 0) step = std::min(step, left[r] / rate[r]);
    for (std::size_t i = 0; i < users; ++i) {
      if (!open[i] || level[i] > lowest + little) continue;
      level[i] += step;
      share[i] += step * starts[i].rate;
      if (share[i] >= starts[i].wanted - little) open[i] = false;
    }
    for (std::size_t r = 0; r < resources; ++r) left[r] -= step * rate[r];
  }
}

std::vector<Numbers> dynamic_drf(Instance const& in, double alpha) {
  double weights = 0;
  for (std::size_t i = 0; i < in.N(); ++i) weights += in.weight_of(i);
  Numbers had(in.N(), 0.0);
  std::vector<Numbers> slots;
  for (std::size_t t = 0; t < in.slots; ++t) {
    std::vector<Start> starts;
    for (std::size_t i = 0; i < in.N(); ++i) {
      double const w = in.weight_of(i), wanted = in.slot_demand_of(i)[t];
      double const held = std::min(wanted, alpha * w / weights);
      starts.push_back({(had[i] + held) / w, held, wanted, w});
    }
    slots.push_back(rise(ratios(in), starts));
    for (std::size_t i = 0; i < in.N(); ++i) had[i] += slots.back()[i];
  }
  return slots;
}

std::vector<Numbers> sdrf(Instance const& in, double delta) {
  Numbers const ratio = ratios(in);
  Numbers commitment(ratio.size(), 0.0);
  std::vector<Numbers> slots;
  for (std::size_t t = 0; t < in.slots; ++t) {
    for (std::size_t i = 0; i < in.N() && t > 0; ++i)
      for (std::size_t r = 0; r < in.K(); ++r) {
        std::size_t const at = i * in.K() + r;
        double const beyond =
            std::max(0.0, slots.back()[i] * ratio[at] - 1.0 / static_cast<double>(in.N()));
        commitment[at] = delta * commitment[at] + (1 - delta) * beyond;
      }
    std::vector<Start> starts;
    for (std::size_t i = 0; i < in.N(); ++i)
      starts.push_back({dominant(commitment, in.K(), i), 0, in.slot_demand_of(i)[t], 1});
    slots.push_back(rise(ratio, starts));
  }
  return slots;
}

}  // namespace fairslot::pool::twins
