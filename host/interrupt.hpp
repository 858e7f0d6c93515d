/// Ctrl-C: the first asks the program to end cleanly, a second ends it at once. What else asks a
/// program to end does the same: SIGTERM, SIGHUP (the terminal is gone), SIGXCPU (its time is up).
#pragma once

#include <exception>

namespace fairslot {

/// Long work was given up; thrown after a signal by what looks for one.
struct Interrupted : std::exception {
  char const* what() const noexcept override { return "interrupted"; }
};

/// Installs the handlers; call it before long work. A signal that is ignored (nohup) stays
/// ignored. From then on a file past its limit is an error of the write only.
void watch_for_interrupt();
/// From now on a reader that has gone (SIGPIPE) is an error of the write only; call it before
/// anything is said.
void outlive_readers();
/// True from the first signal on.
bool interrupted();
/// Throws Interrupted from the first signal on: for work that has nothing to save.
void stop_if_interrupted();

}  // namespace fairslot
