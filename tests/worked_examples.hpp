/// Those of the worked examples T1 to T9 that the tests share: small instances of TV-TSF with
/// numbers worked out by hand. Capacities and demands are (cores, GB).
#pragma once

#include "tests/draft.hpp"

namespace fairslot {

inline DraftJob draft_job(std::vector<std::int32_t> demand, std::int64_t tasks,
                          std::int64_t submit = 1, std::int64_t duration = 1,
                          std::optional<std::vector<std::int32_t>> servers = {}) {
  return {submit, tasks, duration, std::move(demand), std::move(servers), {}};
}

inline Draft example_t1() {
  return {2,
          0,
          {{4, 8}, {8, 8}},
          {{1, {draft_job({1, 2}, 10)}}, {1, {draft_job({2, 1}, 10, 1, 1, {{1}})}}}};
}

inline Draft example_t2() {
  return {2, 6, {{4, 4}}, {{1, {draft_job({1, 1}, 100)}}, {1, {draft_job({1, 1}, 100, 1, 2)}}}};
}

inline Draft example_t6() {
  return {2,
          0,
          {{4, 8}, {8, 8}, {4, 16}},
          {{1, {draft_job({1, 2}, 6), draft_job({1, 2}, 4, 3)}},
           {1, {draft_job({2, 1}, 7, 1, 2, {{1}})}},
           {1, {draft_job({1, 4}, 8, 2, 3, {{0, 2}})}}}};
}

/// The totals are (10, 20, 20).
inline Draft example_t9() {
  return {3, 1, {{7, 12, 12}, {3, 8, 8}}, {{1, {draft_job({0, 2, 1}, 1)}}}};
}

/// The 100 servers of Table 3 of Li and Wang 2024: cores and GB.
inline Draft table_three() {
  struct Group {
    int servers, cores, gb;
  };
  constexpr Group groups[] = {{5, 2, 8},    {5, 4, 16},   {10, 8, 32},   {10, 12, 48},
                              {10, 16, 64}, {10, 24, 96}, {20, 32, 128}, {20, 52, 192},
                              {5, 64, 256}, {5, 104, 384}};
  Draft draft;
  for (Group const& group : groups)
    for (int i = 0; i < group.servers; ++i) draft.servers.push_back({group.cores, group.gb});
  return draft;
}

}  // namespace fairslot
