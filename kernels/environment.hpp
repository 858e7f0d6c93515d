/// What the environment asks of threads and of Kokkos, which ends a program with a backtrace where
/// it does not like a value. Checked before it starts.
#pragma once

namespace fairslot {

/// Kokkos' pool of OpenMP threads has no more places.
inline constexpr int most_threads = 512;

/// How many threads KOKKOS_NUM_THREADS or else OMP_NUM_THREADS (the first of its list) asks for;
/// 0: neither is set. PolicyError, in one line, where one is no number or more than most_threads.
int threads_of_environment();

/// PolicyError, in one line, for any other variable that Kokkos would refuse, and for a tool that
/// cannot be loaded. Empty variables are taken for unset.
void check_kokkos_environment();

/// Threads that wait shall sleep: where a machine has other work, spinning takes a third of the
/// time. OpenMP reads OMP_WAIT_POLICY while the program is loaded, so it is started again with
/// `argv`. Returns where that is not wanted (the user has chosen), not needed or not possible.
void let_waiting_threads_sleep(char** argv);

}  // namespace fairslot
