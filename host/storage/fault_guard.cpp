#include "host/storage/fault_guard.hpp"

#include <signal.h>
#include <unistd.h>

#include <array>

#include "host/error.hpp"
#include "host/temporary_file.hpp"

namespace fairslot::storage {
namespace {

constexpr std::array signals = {SIGSEGV, SIGBUS, SIGFPE};
std::array<struct sigaction, signals.size()> before;
std::string line_to_say;

[[noreturn]] void end(int) {
  TemporaryFile::remove_all();
  [[maybe_unused]] auto const written =
      ::write(STDERR_FILENO, line_to_say.data(), line_to_say.size());
  ::_exit(static_cast<int>(ExitCode::bad_input));
}

}  // namespace

FaultGuard::FaultGuard(std::string const& line) {
  line_to_say = "fairslot: " + line + "\n";
  struct sigaction action = {};
  action.sa_handler = end;
  for (std::size_t i = 0; i < signals.size(); ++i) sigaction(signals[i], &action, &before[i]);
}

FaultGuard::~FaultGuard() {
  for (std::size_t i = 0; i < signals.size(); ++i) sigaction(signals[i], &before[i], nullptr);
}

}  // namespace fairslot::storage
