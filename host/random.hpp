/// Random numbers by counter: each is a function of (seed, sample, what, whose, ...) alone, so that
/// one parameter never changes the draws of another and any sample can be made anywhere.
#pragma once

#include <Random123/philox.h>

#include <cstdint>

namespace fairslot {

/// (x * n) >> 64: uniform in 0 .. n-1 for 64 random bits x.
inline std::uint64_t scaled(std::uint64_t bits, std::uint64_t n) {
  __extension__ using Wide = unsigned __int128;
  return static_cast<std::uint64_t>(static_cast<Wide>(bits) * n >> 64);
}

/// What a number is drawn for. Part of every result: never renumber.
enum class Draw : std::uint32_t {
  is_large = 1,  ///< of a job
  tasks,         ///< of a job (in `rows` the whole row)
  duration,      ///< of a job
  demand,        ///< of a job: the pair, or the CPU
  memory,        ///< of a job, where drawn apart
  submit,        ///< of a job; `number`: its task
  owner,         ///< of a job: its user
  activity,      ///< of a user
  constrained,   ///< of a user
  permitted,     ///< of a user; `job`: the server type, `number`: the attempt
  server_type,   ///< of a server, in a benchmark
  capacity,      ///< of a server type, in a benchmark
  leaves,        ///< of a user
  leave,         ///< of a user that leaves
  weight,        ///< of a job, in a benchmark
  per_server,    ///< of a job, in a benchmark
  fails = 32,    ///< of a server
  failure,       ///< of a server that fails
  correlated,    ///< of a synthetic job
  phase,         ///< of arrivals; `number`: which
  needed,        ///< of a user; `job`: the attribute, `number`: the attempt
  dealt,         ///< of a submission of a trace: whose it is
  resampled,     ///< of a job of a trace
  problem,       ///< to be solved; `user`: which, `job`: 1: a pool, `number`: which draw
  node_death,    ///< of a slot; `number`: whether, which
  node_birth,    ///< of a slot
  node_demand,   ///< of a node in a slot (`job`); `number`: the resource
  arriving,      ///< of an instance of users who come (`job`); `number`: which draw
  // Of stages; `user` is the task of a job.
  stage_row = 64,       ///< of a job
  stage_family,         ///< of a job
  stage_variant,        ///< of a job
  stage_queue,          ///< of a job
  stage_gap,            ///< of a job: since the one before
  stage_factor,         ///< of a variant; `user`: the family, `number`: stage and amount
  stage_noise,          ///< of a task; `number`: stage and amount
  stage_replica,        ///< of a task; `number`: which
  stage_background,     ///< of a worker (`job`); `number`: the phase
  stage_background_on,  ///< of a worker (`job`)
};

/// Philox4x32-10 with key (seed, sample) and counter (what, user, job, number).
class Random {
 public:
  Random(std::uint64_t seed, std::uint64_t sample)
      : key_{{static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(sample)}} {}

  /// 64 random bits.
  std::uint64_t bits(Draw what, std::uint32_t user, std::uint32_t job,
                     std::uint32_t number = 0) const {
    r123::Philox4x32 const philox;
    r123::Philox4x32::ctr_type const counter{{static_cast<std::uint32_t>(what), user, job, number}};
    auto const words = philox(counter, key_);
    return words[0] | std::uint64_t{words[1]} << 32;
  }

 private:
  r123::Philox4x32::key_type key_;
};

/// True with probability p in 0 .. 1: exact, as p * 2^64 is.
inline bool happens(std::uint64_t bits, double p) {
  return p >= 1.0 || bits < static_cast<std::uint64_t>(p * 18446744073709551616.0);
}

}  // namespace fairslot
