/// What a paper prints of an instance: for figures, no answer depends on it.
#pragma once

#include <cstddef>

#include "host/pool/document.hpp"

namespace fairslot::pool {

/// Of so many users and resources. Throws InputError.
void require_published(scenario::Value const& published, std::size_t users, std::size_t resources);

}  // namespace fairslot::pool
