#include "host/pool/arrivals_program.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "host/interrupt.hpp"
#include "host/pool/answer.hpp"
#include "host/pool/linear_program.hpp"
#include "host/pool/mechanism.hpp"

namespace fairslot::pool {
namespace {

/// A level of 1, as the solver gets it: it may miss every row by some 1e-9, which adds up over
/// users.
constexpr double unit = 1000;

/// max M under M ≤ level_i, no level below what it was, and use within what was brought, of which
/// a user brings 1 on the average here, however many there are. From no solution: from that of the
/// arrival before it takes as long.
double lowest_level(Instance const& in, std::vector<double> const& ratios,
                    std::vector<double> const& levels, std::size_t users) {
  auto const brought = [&](std::size_t i) {
    return in.contribution[i] * static_cast<double>(in.N());
  };
  LinearProgram program;
  double sum = 0;
  for (std::size_t i = 0; i < users; ++i) {
    sum += brought(i);
    program.add_row(0, boundless);
  }
  std::size_t const use = users;
  for (std::size_t r = 0; r < in.K(); ++r) program.add_row(-boundless, unit * sum);
  std::size_t const lowest = program.add_column(1);
  for (std::size_t i = 0; i < users; ++i) program.put(i, -1);
  for (std::size_t i = 0; i < users; ++i) {
    program.add_column(0, unit * levels[i]);
    program.put(i, 1);
    for (std::size_t r = 0; r < in.K(); ++r)
      program.put(use + r, brought(i) * ratios[i * in.K() + r]);
  }
  Simplex simplex(program);
  if (!simplex.maximize())
    throw NotConverged(fmt::format("program (1) of {} of {} users is not solved: {}", users, in.N(),
                                   simplex.residual()));
  return simplex.value(lowest) / unit;
}

}  // namespace

std::vector<double> levels_by_programs(Instance const& in) {
  auto const ratios = ratios_of(in);
  std::vector<double> levels(in.N());
  for (std::size_t users = 1; users <= in.N(); ++users) {
    stop_if_interrupted();
    double const lowest = lowest_level(in, ratios, levels, users);
    for (std::size_t i = 0; i < users; ++i) levels[i] = std::max(levels[i], lowest);
  }
  return levels;
}

}  // namespace fairslot::pool
