/// Talk on stderr: progress, remarks, errors. What cannot be written is dropped: a run and its
/// results never depend on who listens.
#pragma once

#include <cstdio>
#include <string_view>

namespace fairslot {

inline void talk(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stderr); }

}  // namespace fairslot
