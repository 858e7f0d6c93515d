/// A plain array whose length is a template's int: T[N] would turn that into an unsigned number.
#pragma once

#include <cstddef>

namespace fairslot {

template <class T, int N>
using Fixed = T[static_cast<std::size_t>(N)];

}  // namespace fairslot
