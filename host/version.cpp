#include "host/version.hpp"

#include "fairslot_version.hpp"

namespace fairslot {
namespace {

constexpr bool dirty = FAIRSLOT_GIT_DIRTY;

}  // namespace

char const* code_version() { return FAIRSLOT_VERSION; }
char const* code_commit() { return dirty ? FAIRSLOT_GIT_HASH "-dirty" : FAIRSLOT_GIT_HASH; }

}  // namespace fairslot
