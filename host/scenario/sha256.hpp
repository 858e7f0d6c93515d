/// SHA-256 (FIPS 180-4), for names of plans; not for secrets.
#pragma once

#include <string>
#include <string_view>

namespace fairslot {

/// 64 lower-case hex digits.
std::string sha256(std::string_view data);

}  // namespace fairslot
