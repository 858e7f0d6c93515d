/// What long work on the host calls now and then. It may throw: then the work is given up.
#pragma once

#include <functional>

namespace fairslot {

using Check = std::function<void()>;
inline void no_check() {}

}  // namespace fairslot
