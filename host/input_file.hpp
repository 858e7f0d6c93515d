/// Files that people hand in, read whole.
#pragma once

#include <cstddef>
#include <string>

namespace fairslot {

/// Throws InputError: no such file, or no plain file.
void require_plain_input(std::string const& path);

/// At most `most` bytes. Throws InputError: no such file, no plain file, one that has nothing to
/// read yet, or longer: that is not read, nor beyond that where the file does not tell its length.
std::string read_input(std::string const& path, std::size_t most);

}  // namespace fairslot
