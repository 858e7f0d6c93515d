/// Which way a question to the search took: on which server does this user's next task run?
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace fairslot {

/// Each question takes one of them.
enum class Path : std::uint8_t {
  known,
  pool,
  reach,
  released,
  shortlist,
  shortlist_made,
  ranking,
  ranking_made,
  ratio_fresh,
  ratio,
  kd,
  lists,
  scan,
  scan_other,
  scan_behind,
  scan_gave_up,
  scan_sparse,
  scan_limited,
  awaited,
  team_released,
  team,
  count
};
inline constexpr int path_count = static_cast<int>(Path::count);

/// How many questions took each path.
using Questions = std::array<std::int64_t, path_count>;

struct PathInfo {
  std::string_view name, summary;
};
/// In the order of Path.
std::span<PathInfo const> path_infos();

}  // namespace fairslot
