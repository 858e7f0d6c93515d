// Preloaded: says at the end which signals have another disposition than at the start.
#include <csignal>
#include <cstdio>

namespace {

struct Dispositions {
  Dispositions() { read(at_start); }
  ~Dispositions() {
    struct sigaction now[NSIG] = {};
    read(now);
    for (int signal = 1; signal < NSIG; ++signal)
      if (now[signal].sa_handler != at_start[signal].sa_handler)
        std::fprintf(stderr, "signal %d has another disposition\n", signal);
  }
  static void read(struct sigaction (&all)[NSIG]) {
    for (int signal = 1; signal < NSIG; ++signal) sigaction(signal, nullptr, &all[signal]);
  }
  struct sigaction at_start[NSIG] = {};
} const dispositions;

}  // namespace
