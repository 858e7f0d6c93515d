/// What long work on the host calls now and then. It may throw: then the work is given up.
#pragma once

namespace fairslot {

using Check = void (*)();
inline void no_check() {}

}  // namespace fairslot
