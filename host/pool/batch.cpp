#include "host/pool/batch.hpp"

#include <fmt/format.h>

#include <charconv>

#include "host/error.hpp"
#include "host/interrupt.hpp"
#include "host/pool/in_order.hpp"
#include "host/pool/record.hpp"

namespace fairslot::pool {
namespace {

/// Of one mechanism, about the instances of a block.
struct Part {
  std::vector<record::Rows> rows = std::vector<record::Rows>(tables_of_batch);
  std::int64_t solved = 0, refused = 0, by_kernel = 0;
  BatchProblem first;
};

struct BlockResult {
  std::int32_t first_number = 0, last_number = 0;
  std::int64_t first_line = 0, instances = 0, users = 0;
  std::vector<Part> parts;
};

/// A user's key is of its row.
std::int64_t line_of(BatchInstance const& own, std::string_view key) {
  constexpr std::string_view users = "users.";
  std::int64_t user = 0;
  if (key.starts_with(users))
    std::from_chars(key.data() + users.size(), key.data() + key.size(), user);
  return own.first_line + user;
}

void refuse(Part& part, BatchInstance const& own, std::size_t resources,
            BatchProblem const& problem) {
  if (part.refused++ == 0) part.first = problem;
  add_refused(part.rows, {0, own.number}, resources,
              fmt::format("{}: {}", problem.line, problem.text));
}

void put(Part& part, BatchInstance const& own, Answer const& answer) {
  add_answer(part.rows, {0, own.number}, own.instance, answer, own.users);
  ++part.solved;
}

void solve(Part& part, BatchInstance const& own, Solver const& solver, std::size_t resources) {
  if (!own.problem.text.empty()) return refuse(part, own, resources, own.problem);
  try {
    put(part, own, solver.solve(own.instance, Steps::none));
  } catch (Unfit const& unfit) {
    refuse(part, own, resources,
           {line_of(own, unfit.key), fmt::format("{}: {}", unfit.key, unfit.what())});
  } catch (NotConverged const& error) {
    refuse(part, own, resources, {own.first_line, error.what()});
  }
}

/// Of all instances of a block; `kernel` may be null.
Part solve_all(std::vector<BatchInstance> const& all, Solver const& solver, std::size_t resources,
               BatchKernel* kernel) {
  Part part;
  std::vector<std::optional<Answer>> answers(all.size());
  if (kernel) answers = kernel->solve(solver, all);
  for (std::size_t i = 0; i < all.size(); ++i) {
    part.by_kernel += answers[i].has_value();
    if (answers[i])
      put(part, all[i], *answers[i]);
    else
      solve(part, all[i], solver, resources);
  }
  return part;
}

void require_ascending(std::string const& where, std::int64_t line, std::int32_t before,
                       std::int32_t number) {
  if (number <= before)
    throw InputError(fmt::format("{}{}: instance: {} after {} is not allowed (allowed: ascending)",
                                 where, line, number, before));
}

BlockResult solve_block(BatchSource const& source, std::vector<Solver> const& solvers,
                        BatchBlock const& block, BatchKernel* kernel) {
  auto const all = source.instances(block);
  BlockResult result;
  result.instances = std::ssize(all);
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (i > 0)
      require_ascending(source.where(), all[i].first_line, all[i - 1].number, all[i].number);
    result.users += std::ssize(all[i].users);
  }
  for (Solver const& solver : solvers)
    result.parts.push_back(solve_all(all, solver, source.resources(), kernel));
  if (all.empty()) return result;
  result.first_line = all.front().first_line;
  result.first_number = all.front().number;
  result.last_number = all.back().number;
  return result;
}

void add(BatchOutcome& outcome, BlockResult const& result, BatchSource const& source,
         BatchTerms const& terms) {
  for (std::size_t s = 0; s < result.parts.size(); ++s) {
    Part const& part = result.parts[s];
    BatchCount& own = outcome.mechanisms[s];
    std::string const where =
        fmt::format("{}{}: {}", source.where(), part.first.line, part.first.text);
    if (part.refused > 0 && terms.strict) throw InputError(where);
    if (part.refused > 0 && own.refused == 0) own.first_refused = where;
    own.solved += part.solved;
    own.refused += part.refused;
    own.by_kernel += part.by_kernel;
    if (terms.put) terms.put(s, part.rows);
  }
  outcome.instances += result.instances;
  outcome.users += result.users;
}

}  // namespace

BatchOutcome solve_batch(BatchSource& source, std::vector<Solver> const& solvers,
                         BatchTerms const& terms) {
  BatchOutcome outcome;
  for (Solver const& solver : solvers) outcome.mechanisms.push_back({solver.text()});
  InOrder<BatchBlock, BlockResult> blocks(
      terms.threads, [&source] { return source.next(); },
      [&](BatchBlock&& block) { return solve_block(source, solvers, block, terms.kernel); });
  std::int32_t last = -1;
  while (auto const result = blocks.pop()) {
    stop_if_interrupted();
    if (result->instances == 0) continue;
    require_ascending(source.where(), result->first_line, last, result->first_number);
    last = result->last_number;
    add(outcome, *result, source, terms);
  }
  if (outcome.instances == 0)
    throw InputError(fmt::format("{}1: no instance (allowed: at least one)", source.where()));
  return outcome;
}

}  // namespace fairslot::pool
