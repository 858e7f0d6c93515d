#include "kernels/environment.hpp"

#include <dlfcn.h>
#include <regex.h>
#include <sys/auxv.h>
#include <sys/stat.h>
#include <unistd.h>

#include <Kokkos_Macros.hpp>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <latch>
#include <optional>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include "kernels/policy_spec.hpp"
#include "kernels/shown.hpp"

namespace fairslot {
namespace {

std::optional<std::string> value_of(char const* name) {
  char const* const value = std::getenv(name);
  if (!value) return std::nullopt;
  if (*value) return value;
  unsetenv(name);  // Kokkos takes it for a bad value
  return std::nullopt;
}

[[noreturn]] void refuse(std::string const& name, std::string const& value,
                         std::string const& allowed) {
  throw PolicyError(name + "=" + shown(value) + " is not allowed (allowed: " + allowed + ")");
}

/// Whether all of the value is as the pattern (extended, of POSIX) says, in whatever case; `first`
/// becomes what its first parentheses match. What is longer than any value needs to be is not.
bool matches(std::string const& value, std::string const& pattern, std::string& first) {
  constexpr std::size_t longest = 1000;
  regex_t whole;
  if (value.size() > longest) return false;
  if (regcomp(&whole, ("^(" + pattern + ")$").c_str(), REG_EXTENDED | REG_ICASE) != 0) return false;
  regmatch_t found[3];
  bool const matched = regexec(&whole, value.c_str(), std::size(found), found, 0) == 0;
  regfree(&whole);
  if (matched && found[2].rm_so >= 0)
    first.assign(value, static_cast<std::size_t>(found[2].rm_so),
                 static_cast<std::size_t>(found[2].rm_eo - found[2].rm_so));
  return matched;
}

int threads_in(std::string const& name, std::string const& value, std::string const& text) {
  int threads = 0;
  auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), threads);
  if (error != std::errc{} || end != text.data() + text.size() || threads < 1 ||
      threads > most_threads)
    refuse(name, value, "threads, 1 .. " + std::to_string(most_threads));
  return threads;
}

void check(char const* name, std::string const& pattern, std::string const& allowed) {
  auto const value = value_of(name);
  std::string first;
  if (value && !matches(*value, pattern, first)) refuse(name, *value, allowed);
}

void check_tool(char const* name) {
  auto const value = value_of(name);
  if (!value) return;
  std::string const first = value->substr(0, value->find(';'));
  // It stays loaded: Kokkos is about to ask for it.
  if (!first.empty() && !dlopen(first.c_str(), RTLD_NOW | RTLD_GLOBAL))
    throw PolicyError(std::string(name) + ": the tool cannot be loaded (" + dlerror() + ")");
}

/// Threads of this process: each has a folder.
nlink_t tasks() {
  struct stat status {};
  return stat("/proc/self/task", &status) == 0 ? status.st_nlink : 0;
}

}  // namespace

int threads_of_environment() {
  if (auto const value = value_of("KOKKOS_NUM_THREADS"))
    return threads_in("KOKKOS_NUM_THREADS", *value, *value);
  auto const value = value_of("OMP_NUM_THREADS");
  if (!value) return 0;
  std::string first = *value;
  matches(*value, "[[:space:]]*([0-9]+)[[:space:]]*(,[[:space:]]*0*[1-9][0-9]*[[:space:]]*)*",
          first);
  return threads_in("OMP_NUM_THREADS", *value, first);
}

void check_kokkos_environment() {
  std::string const boolean = "true|false|yes|no|1|0";
  check("KOKKOS_DISABLE_WARNINGS", boolean, boolean);
  check("KOKKOS_PRINT_CONFIGURATION", boolean, boolean);
  check("KOKKOS_TUNE_INTERNALS", boolean, boolean);
  check("KOKKOS_DEVICE_ID", "[0-9]{1,9}", "a device's number, from 0 on");
  check("KOKKOS_VISIBLE_DEVICES", "[0-9]{1,9}(,[0-9]{1,9})*", "numbers of devices, such as 0,1");
  check("KOKKOS_MAP_DEVICE_ID_BY", "mpi_rank|random", "mpi_rank, random");
  check_tool("KOKKOS_PROFILE_LIBRARY");
  check_tool("KOKKOS_TOOLS_LIBS");
}

bool prints_kokkos_configuration() {
  std::string const answer = value_of("KOKKOS_PRINT_CONFIGURATION").value_or("no");
  return std::string("tTyY1").find(answer[0]) != std::string::npos;
}

std::string no_threads(std::string const& wanted) {
  return wanted + " cannot be started (" + std::strerror(EAGAIN) +
         "): the limit of processes is reached; raise it (ulimit -u, pids.max of a container), end "
         "others, or take fewer --threads";
}

void require_threads(int count) {
  std::latch all_tried(1);
  std::vector<std::jthread> others;
  nlink_t const before = tasks();
  try {
    while (static_cast<int>(others.size()) < count - 1)
      others.emplace_back([&] { all_tried.wait(); });
  } catch (std::system_error const&) {
    all_tried.count_down();
    throw std::runtime_error(no_threads(std::to_string(count) + " threads"));
  }
  all_tried.count_down();
  others.clear();
  // A thread that has been joined counts until the kernel has buried it.
  for (int i = 0; i < 1000 && tasks() > before; ++i) std::this_thread::yield();
}

void let_waiting_threads_sleep(char** argv) {
#if defined(KOKKOS_ENABLE_OPENMP)
  for (char const* const choice : {"OMP_WAIT_POLICY", "GOMP_SPINCOUNT", "KMP_BLOCKTIME"})
    if (std::getenv(choice)) return;
  threads_of_environment();  // refused before OpenMP complains a second time
  auto const* const program = reinterpret_cast<char const*>(getauxval(AT_EXECFN));
  std::error_code error;  // not equal where somebody else has loaded the program, such as ld.so
  if (!program || !std::filesystem::equivalent(program, "/proc/self/exe", error)) return;
  setenv("OMP_WAIT_POLICY", "passive", 1);
  execv(program, argv);
#else
  static_cast<void>(argv);
#endif
}

}  // namespace fairslot
