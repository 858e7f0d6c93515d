/// What tvtsf keeps of its users. Sizes in [] as in problem_view.hpp.
#pragma once

#include <cstdint>

#include "kernels/macros.hpp"

namespace fairslot {
inline namespace FAIRSLOT_ISA {
namespace tvtsf {

enum class Monopoly : std::int64_t { exclusive, full, fluid };  ///< the option h
enum class Denominators : std::int64_t { backlogged, since_arrival, since_start };
enum class Weights : std::int64_t { given, contribution };

/// Tasks in the shadow cluster of one user: see shadow.hpp.
struct ShadowBatch {
  std::int64_t release, total;
  std::int32_t next, demand;
};

struct State {
  std::int64_t* h_sum;             ///< [N]
  bool plain;                      ///< keys are X/(w H_sum)
  double* h_sum_fluid;             ///< [N]
  double* weighed;                 ///< [N] W of users whose jobs have weights; null: there are none
  std::int64_t* alone;             ///< [N] sum of k under weights = contribution; null: given ones
  std::int32_t* alone_next;        ///< [N] the first of the slots in alone_slot that is not in it
  std::int64_t* accounted;         ///< [N] last slot that is in H_sum
  std::int32_t* account_entry;     ///< [N] whose d and e count
  std::int64_t* account_h;         ///< [N] H of that d
  std::int64_t* account_duration;  ///< [N] that e
  std::uint8_t* counts;            ///< [N] slots after `accounted` count
  std::int64_t* shadow_release;    ///< [N] users of one class: when their shadow is free again
  std::int32_t* shadow_head;       ///< [mixed_users] list of batches
  std::int32_t* shadow_left;       ///< [mixed_users][Y][K] residuals of a server of the type

  // Batches of all shadows.
  ShadowBatch* shadows;
  std::int32_t* shadow_counts;  ///< [capacity][Y] tasks on each server of the type
  std::int32_t shadow_free, shadow_used, shadow_capacity, shadow_live;
};

}  // namespace tvtsf
}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
