#include "host/pool/batch_kernel.hpp"

#include <algorithm>

#include "host/pool/fit.hpp"

namespace fairslot::pool {
namespace {

/// Null: it is none, or gives out whole tasks.
mechanisms::Drf const* divisible_drf(Solver const& solver) {
  auto const* const drf = std::get_if<mechanisms::Drf>(&solver.mechanism());
  return drf && drf->discrete == mechanisms::Drf::Discrete::no ? drf : nullptr;
}

bool one_weight_a_user(Instance const& in) {
  for (std::size_t i = 0; i < in.N(); ++i)
    if (std::ranges::count(in.weights_of(i), in.weight_of(i)) != std::ssize(in.weights_of(i)))
      return false;
  return true;
}

bool takes(Solver const& solver, BatchInstance const& own) {
  if (!own.problem.text.empty() || !one_weight_a_user(own.instance)) return false;
  try {
    require_fit(solver.info().name, solver.info().takes, own.instance);
    require_resources(solver.info().name, own.instance);
    return true;
  } catch (Unfit const&) {  // the host says so
    return false;
  }
}

}  // namespace

void add_to(DrfBlock& block, Instance const& in) {
  auto const append = [](std::vector<double>& all, std::vector<double> const& own) {
    all.insert(all.end(), own.begin(), own.end());
  };
  block.first.push_back(block.first.back() + static_cast<std::int32_t>(in.N()));
  append(block.capacity, in.capacity);
  append(block.demand, in.demand);
  append(block.limit, in.tasks);
  for (std::size_t i = 0; i < in.N(); ++i) block.weight.push_back(in.weight_of(i));
}

bool BatchKernel::serves(Solver const& solver) { return divisible_drf(solver) != nullptr; }

std::vector<std::optional<Answer>> BatchKernel::solve(Solver const& solver,
                                                      std::vector<BatchInstance> const& all) {
  std::vector<std::optional<Answer>> answers(all.size());
  auto const* const drf = divisible_drf(solver);
  if (!drf) return answers;
  DrfBlock block;
  std::vector<std::size_t> taken;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!takes(solver, all[i])) continue;
    block.resources = static_cast<int>(all[i].instance.K());
    add_to(block, all[i].instance);
    taken.push_back(i);
  }
  if (taken.empty()) return answers;
  std::vector<double> tasks;
  {
    std::lock_guard const lock(turn_);
    tasks = drf_.tasks(block);
  }
  for (std::size_t k = 0; k < taken.size(); ++k) {
    auto const begin = tasks.begin() + block.first[k], end = tasks.begin() + block.first[k + 1];
    answers[taken[k]] = drf->answer(all[taken[k]].instance, {begin, end});
  }
  return answers;
}

}  // namespace fairslot::pool
