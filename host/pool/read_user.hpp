/// A user of an instance.
#pragma once

#include <cstddef>

#include "host/pool/document.hpp"
#include "host/pool/instance.hpp"

namespace fairslot::pool {

/// Adds what the table says of the next of so many users. Throws InputError.
void read_user(Instance&, Keys&, std::size_t users);

}  // namespace fairslot::pool
