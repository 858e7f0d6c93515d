/// Files that people hand in, read whole.
#pragma once

#include <cstddef>
#include <string>

namespace fairslot {

enum class Pipes { refused, read };

/// At most `most` bytes. Throws InputError: no such file, a folder, a device, a pipe where none can
/// be read, or longer; what never ends is not read beyond that.
std::string read_input(std::string const& path, std::size_t most, Pipes pipes);

}  // namespace fairslot
