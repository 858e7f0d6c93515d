#include "host/explain/question.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "host/error.hpp"
#include "host/interrupt.hpp"
#include "host/number_of.hpp"

namespace fairslot::explain {
namespace {

bool has_job(Problem const& p, std::int32_t user, std::int32_t job) {
  return std::count(p.job.begin() + p.job_begin[user], p.job.begin() + p.job_begin[user + 1], job);
}

}  // namespace

void require_known(Question const& question, Problem const& problem) {
  if (!question.user) return;
  std::int32_t const user = *question.user;
  if (user >= problem.users())
    throw InputError(fmt::format("--user {}: there is no such user (allowed: 0 .. {})", user,
                                 problem.users() - 1));
  if (question.job && !has_job(problem, user, *question.job))
    throw InputError(fmt::format("--job {}: user {} has no such job (it has {})", *question.job,
                                 user, number_of(problem.jobs(user), "job", "jobs")));
}

Watched look(Question const& question, std::int64_t slot, std::optional<Recording> recording,
             std::shared_ptr<Problem const> const& problem, Policy const& policy,
             std::string const& of_run) {
  WatchRequest const request = {slot, question.top, question.user.value_or(-1), recording};
  Watched watched = watch(problem, policy, request, {.check = stop_if_interrupted});
  if (watched.slot) return watched;
  if (watched.run.status != RunStatus::complete)
    throw std::runtime_error(fmt::format("{}: {}", of_run, status_message(watched.run.status)));
  std::string const asked =
      question.slot ? fmt::format("--slot {}", slot)
                    : fmt::format("--user {} --job {}: never started, and was submitted in slot {}",
                                  *question.user, *question.job, slot);
  throw InputError(fmt::format("{}: {} ends in slot {}", asked, of_run, watched.run.slots));
}

}  // namespace fairslot::explain
