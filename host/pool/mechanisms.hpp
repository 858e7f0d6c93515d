/// All mechanisms. A new one is its header and its line here.
#pragma once

#include <variant>

#include "host/pool/mechanisms/drf.hpp"
#include "host/pool/mechanisms/equal_split.hpp"

namespace fairslot::pool {

using Mechanism = std::variant<  //
    mechanisms::Drf,             //
    mechanisms::EqualSplit>;

}  // namespace fairslot::pool
