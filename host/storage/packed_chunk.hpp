/// A chunk of a table as the library's filters leave it: made by any thread, where the library
/// itself runs them one after another.
#pragma once

#include <span>
#include <vector>

namespace fairslot::storage {

/// For H5Dwrite_chunk: rows shuffled, deflated (level 1), with their Fletcher32 checksum, byte for
/// byte as HDF5 does.
std::vector<char> packed_chunk(std::span<char const> rows, std::size_t row_size);

}  // namespace fairslot::storage
