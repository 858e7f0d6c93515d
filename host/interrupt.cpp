#include "host/interrupt.hpp"

#include <signal.h>
#include <unistd.h>

#include "host/error.hpp"

namespace fairslot {
namespace {

volatile sig_atomic_t signals = 0;

void on_signal(int) {
  if (signals != 0) _exit(static_cast<int>(ExitCode::interrupted));
  signals = 1;
}

}  // namespace

void watch_for_interrupt() {
  struct sigaction action = {};
  action.sa_handler = on_signal;
  action.sa_flags = SA_RESTART;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

bool interrupted() { return signals != 0; }

}  // namespace fairslot
