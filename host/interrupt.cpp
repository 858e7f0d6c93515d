#include "host/interrupt.hpp"

#include <signal.h>
#include <time.h>
#include <unistd.h>

#include <atomic>
#include <cstdint>

#include "host/error.hpp"
#include "host/temporary_file.hpp"

namespace fairslot {
namespace {

/// Some send a signal twice at once (timeout, a terminal that closes): that asks for no hurry.
constexpr std::int64_t twice_at_once = 200'000'000;  // ns

std::atomic<std::int64_t> first_signal = 0;  // when, in ns; 0: none
static_assert(std::atomic<std::int64_t>::is_always_lock_free);

std::int64_t now() {
  timespec time = {};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * std::int64_t{1'000'000'000} + time.tv_nsec;
}

void on_signal(int signal) {
  std::int64_t first = 0;
  std::int64_t const this_one = now();
  if (first_signal.compare_exchange_strong(first, this_one)) return;
  // SIGXCPU comes again every second.
  if (signal == SIGXCPU || this_one - first <= twice_at_once) return;
  TemporaryFile::remove_all();
  _exit(static_cast<int>(ExitCode::interrupted));
}

void watch(int signal) {
  struct sigaction action = {};
  if (sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN) return;
  action = {};
  action.sa_handler = on_signal;
  action.sa_flags = SA_RESTART;
  sigaction(signal, &action, nullptr);
}

}  // namespace

void watch_for_interrupt() {
  for (int const signal : {SIGINT, SIGTERM, SIGHUP, SIGXCPU}) watch(signal);
  ::signal(SIGXFSZ, SIG_IGN);
}

void outlive_readers() { ::signal(SIGPIPE, SIG_IGN); }

bool interrupted() { return first_signal.load(std::memory_order_relaxed) != 0; }

void stop_if_interrupted() {
  if (interrupted()) throw Interrupted();
}

}  // namespace fairslot
