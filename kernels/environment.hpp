/// What the environment asks of threads and of Kokkos, which ends a program with a backtrace where
/// it does not like a value. Checked before it starts.
#pragma once

#include <string>

namespace fairslot {

/// Kokkos' pool of OpenMP threads has no more places.
inline constexpr int most_threads = 512;

/// How many threads KOKKOS_NUM_THREADS or else OMP_NUM_THREADS (the first of its list) asks for;
/// 0: neither is set. PolicyError, in one line, where one is no number or more than most_threads.
int threads_of_environment();

/// PolicyError, in one line, for any other variable that Kokkos would refuse, and for a tool that
/// cannot be loaded. Empty variables are taken for unset.
void check_kokkos_environment();

/// Whether KOKKOS_PRINT_CONFIGURATION asks for what Kokkos has to tell of itself.
bool prints_kokkos_configuration();

/// What is wrong, and what helps, where the machine starts no more threads ("4 threads", "a
/// thread").
std::string no_threads(std::string const& wanted);

/// Throws std::runtime_error, one line, where the machine lets the program have no more than it has
/// now and so many threads altogether: OpenMP would end it.
void require_threads(int count);

/// Threads that wait shall sleep: where a machine has other work, spinning takes a third of the
/// time. OpenMP reads OMP_WAIT_POLICY while the program is loaded, so it is started again with
/// `argv`. Returns where that is not wanted (the user has chosen), not needed or not possible.
void let_waiting_threads_sleep(char** argv);

}  // namespace fairslot
