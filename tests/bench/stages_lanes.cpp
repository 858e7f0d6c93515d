// Algorithm 2 of many tasks on a server's future, one task after the other as the engine does, and
// eight tasks at a time, each of their stages against each piece without branches: is matching a
// kernel? The answers are compared. Seconds are of the processor.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <ctime>
#include <random>
#include <stdexcept>
#include <vector>

#include "host/stages/formulas.hpp"
#include "host/stages/matching.hpp"

namespace fairslot::stages {
namespace {

constexpr std::size_t lanes = 8, stages_each = 3;
constexpr Squeeze squeeze{.limit = 0.3, .penalty = 0.06};

/// Tasks of three stages, 6 to 16 s each, that need up to `cores` and as many GiB.
using Stages = std::array<Stage, stages_each>;
std::vector<Stages> drawn_tasks(std::size_t count, double cores) {
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> part(0.1, 1.0);
  std::vector<Stages> tasks(count);
  for (Stages& task : tasks)
    for (Stage& stage : task) {
      stage.seconds = 6 + 10 * part(random);
      stage.need[cpu] = amount_of(cores * part(random));
      stage.need[memory] = amount_of(cores * part(random));
    }
  return tasks;
}

/// A server of 32 cores and GiB that gets emptier: of so many free at first.
std::vector<Piece> drawn_pieces(std::size_t count, double free) {
  std::vector<Piece> pieces(count);
  for (std::size_t n = 0; n < count; ++n) {
    pieces[n].from = 40.0 * static_cast<double>(n) / static_cast<double>(count);
    double const part = static_cast<double>(n) / static_cast<double>(count);
    pieces[n].free[cpu] = pieces[n].free[memory] = amount_of(free + (32 - free) * part);
  }
  return pieces;
}

/// Eight tasks, a lane each.
struct Bundle {
  double begin[stages_each][lanes], end[stages_each][lanes];
  Amount cores[stages_each][lanes], gib[stages_each][lanes];
};

std::vector<Bundle> bundles_of(std::vector<Stages> const& tasks) {
  std::vector<Bundle> bundles(tasks.size() / lanes);
  for (std::size_t t = 0; t < bundles.size() * lanes; ++t) {
    Bundle& bundle = bundles[t / lanes];
    double time = 0;
    for (std::size_t s = 0; s < stages_each; ++s) {
      bundle.begin[s][t % lanes] = time;
      time += tasks[t][s].seconds;
      bundle.end[s][t % lanes] = time;
      bundle.cores[s][t % lanes] = tasks[t][s].need[cpu];
      bundle.gib[s][t % lanes] = tasks[t][s].need[memory];
    }
  }
  return bundles;
}

/// Whether each has a misfit, as misfit_fine finds it.
void match(Future const& future, Bundle const& bundle, std::int64_t (&misfits)[lanes]) {
  double const all = static_cast<double>(future.capacity[cpu]);
  std::fill_n(misfits, lanes, 0);
  for (std::size_t n = 0; n < future.pieces.size(); ++n) {
    double const from = n == 0 ? -for_ever : future.pieces[n].from;
    double const to = n + 1 < future.pieces.size() ? future.pieces[n + 1].from : for_ever;
    Amount const free_cores = future.pieces[n].free[cpu], free_gib = future.pieces[n].free[memory];
    double const present = static_cast<double>(future.base[cpu] - free_cores) / all;
    for (std::size_t s = 0; s < stages_each; ++s) {
#pragma omp simd
      for (std::size_t l = 0; l < lanes; ++l) {
        double const with_new = present + static_cast<double>(bundle.cores[s][l]) / all;
        double const pays = 1 - (1 + squeeze.penalty) * present / with_new;
        double const most = pays < 0 ? 0 : (pays < squeeze.limit ? pays : squeeze.limit);
        auto const allowed =
            static_cast<Amount>(most * to_number(future.capacity[cpu]) * units + 0.5);
        bool const meets = (bundle.begin[s][l] < to) & (bundle.end[s][l] > from);
        bool const lacks =
            (bundle.gib[s][l] > free_gib) |
            ((bundle.cores[s][l] > free_cores) & (bundle.cores[s][l] - free_cores > allowed));
        misfits[l] |= static_cast<std::int64_t>(meets & lacks);
      }
    }
  }
}

template <class Work>
double nanoseconds(std::size_t matches, Work const& work) {
  constexpr int rounds = 200;
  std::clock_t const begin = std::clock();
  for (int round = 0; round < rounds; ++round) work();
  return 1e9 * static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC / rounds /
         static_cast<double>(matches);
}

void measure(std::size_t pieces_each, double free, double cores) {
  std::vector<Stages> const tasks = drawn_tasks(8000, cores);
  std::vector<Piece> const pieces = drawn_pieces(pieces_each, free);
  Amounts capacity{};
  capacity[cpu] = capacity[memory] = amount_of(32);
  Future const future{.pieces = pieces, .now = 0, .capacity = capacity, .base = capacity};
  std::vector<std::int64_t> one(tasks.size()), eight(tasks.size());
  double const alone = nanoseconds(tasks.size(), [&] {
    for (std::size_t t = 0; t < tasks.size(); ++t)
      one[t] = misfit_fine(future, tasks[t], squeeze).has_value();
  });
  auto const bundles = bundles_of(tasks);
  double const together = nanoseconds(tasks.size(), [&] {
    for (std::size_t b = 0; b < bundles.size(); ++b) {
      std::int64_t misfits[lanes];
      match(future, bundles[b], misfits);
      std::copy_n(misfits, lanes, &eight[b * lanes]);
    }
  });
  if (one != eight) throw std::runtime_error("lanes answer otherwise");
  auto const fits =
      static_cast<double>(std::ranges::count(one, 0)) / static_cast<double>(one.size());
  fmt::print("{:>6} {:>10.2f} {:>12.1f} {:>12.1f} {:>8.2f}\n", pieces_each, fits, alone, together,
             alone / together);
}

}  // namespace
}  // namespace fairslot::stages

int main() {
  fmt::print("pieces  part fits   ns one by one  ns by lanes   times\n");
  for (std::size_t const pieces : {1u, 4u, 16u, 64u})
    for (double const cores : {1.0, 8.0, 30.0}) fairslot::stages::measure(pieces, 4, cores);
}
