/// Where memory ends, the program does: one line, exit code 1, no temporary file left behind.
#pragma once

namespace fairslot {

/// From now on a `new` that fails ends the program. An exception would have to cross OpenMP's
/// threads and HDF5's C code, and its way to the user would take memory. Where addresses are
/// limited (ulimit -v) all threads share one arena: each of their own reserves 64 MiB, and a thread
/// that gets none any more would not fail, but map and unmap a page for every small piece, for
/// ever.
void end_where_memory_ends();

}  // namespace fairslot
