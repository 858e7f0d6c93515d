#include "host/out_of_memory.hpp"

#include <malloc.h>
#include <sys/resource.h>
#include <unistd.h>

#include <atomic>
#include <new>
#include <string_view>

#include "host/error.hpp"
#include "host/temporary_file.hpp"

namespace fairslot {
namespace {

[[noreturn]] void end() {
  static std::atomic_flag ending;
  while (ending.test_and_set()) ::pause();  // another thread is at it
  TemporaryFile::remove_all();
  constexpr std::string_view line =
      "fairslot: not enough memory (fairslot validate FILE tells what a run takes)\n";
  [[maybe_unused]] auto const written = ::write(STDERR_FILENO, line.data(), line.size());
  ::_exit(static_cast<int>(ExitCode::failure));
}

}  // namespace

void end_where_memory_ends() {
  std::set_new_handler(end);
  rlimit addresses{};
  if (::getrlimit(RLIMIT_AS, &addresses) == 0 && addresses.rlim_cur != RLIM_INFINITY)
    ::mallopt(M_ARENA_MAX, 1);
}

}  // namespace fairslot
