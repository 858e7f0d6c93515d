#include "kernels/search/path.hpp"

#include <iterator>

namespace fairslot {
namespace {

constexpr PathInfo infos[] = {
    {"known", "no search: such a task has found no room in this slot"},
    {"pool", "no search: the servers are one pool"},
    {"reach", "the list of released servers, by the bits of who reaches them"},
    {"released", "the list of released servers"},
    {"shortlist", "a shortlist, read on"},
    {"shortlist_made", "a shortlist, made or made anew"},
    {"ranking", "a ranking, read on"},
    {"ranking_made", "a ranking, made or made anew"},
    {"ratio_fresh", "the ratio index of the released servers"},
    {"ratio", "the ratio index"},
    {"kd", "the k-d index"},
    {"lists", "a list of candidates"},
    {"scan", "a scan"},
    {"scan_other", "a scan: the index serves the classes of another resource"},
    {"scan_behind", "a scan: too few ask for the index to be brought up to date"},
    {"scan_gave_up", "a scan: the ratio index met too few permitted servers"},
    {"scan_sparse", "a scan: few servers are permitted"},
    {"scan_limited", "a scan: the index found one that is at its limit of tasks"},
    {"awaited", "none yet: the next lists of candidates are awaited"},
    {"team_released", "the released servers, by a team"},
    {"team", "all servers, by a team"}};
static_assert(std::size(infos) == path_count);

}  // namespace

std::span<PathInfo const> path_infos() { return infos; }

}  // namespace fairslot
