// The program. Nobody else ends it or chooses its exit code.
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <string>
#include <string_view>
#include <system_error>

#include "host/bench/command.hpp"
#include "host/cli/cli.hpp"
#include "host/error.hpp"
#include "host/interrupt.hpp"
#include "host/memory.hpp"
#include "host/out_of_memory.hpp"
#include "host/talk.hpp"
#include "kernels/environment.hpp"
#include "kernels/policy_spec.hpp"

namespace {

using fairslot::ExitCode;

/// One line, whatever names the problem quotes.
ExitCode fail(ExitCode code, std::string problem) {
  std::ranges::replace(problem, '\n', ' ');
  std::fflush(stdout);
  fairslot::talk("fairslot: " + fairslot::shown(problem, fairslot::shown_line) + "\n");
  return code;
}

/// A standard stream that is closed would be the next file that is opened, and progress or results
/// would be written into that. It is opened on nothing, and stays one that cannot be written.
void reserve_standard_streams() {
  for (int const stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (fcntl(stream, F_GETFD) < 0) open("/dev/null", O_RDONLY);
}

ExitCode flushed(ExitCode code) {
  if (std::fflush(stdout) == 0 && !std::ferror(stdout)) return code;
  ExitCode const failed = fail(ExitCode::failure, "stdout cannot be written");
  return code == ExitCode::ok ? failed : code;
}

/// The commands that simulate.
bool starts_threads(int argc, char** argv) {
  std::string_view const command = argc > 1 ? argv[1] : "";
  return command == "run" || command == "bench";
}

ExitCode run(int argc, char** argv) {
  try {
    if (starts_threads(argc, argv)) fairslot::let_waiting_threads_sleep(argv);
    return flushed(fairslot::cli::run_command_line(argc, argv, fairslot::bench::run_benchmark));
  } catch (fairslot::InputError const& error) {
    return fail(ExitCode::bad_input, error.what());
  } catch (fairslot::PolicyError const& error) {
    return fail(ExitCode::bad_input, error.what());
  } catch (fairslot::Interrupted const& signal) {
    return fail(ExitCode::interrupted, signal.what());
  } catch (std::system_error const& error) {
    bool const of_a_thread = error.code() == std::errc::resource_unavailable_try_again;
    return fail(ExitCode::failure, of_a_thread ? fairslot::no_threads("a thread") : error.what());
  } catch (std::exception const& error) {
    return fail(ExitCode::failure, error.what());
  }
}

}  // namespace

int main(int argc, char** argv) {
  reserve_standard_streams();
  fairslot::end_where_memory_ends();
  fairslot::keep_freed_memory();
  ExitCode const code = run(argc, argv);
  // HDF5 (1.10), once a call has failed, prints and hangs when it ends; all else is tidied up.
  if (code != ExitCode::ok) _exit(static_cast<int>(code));
  return static_cast<int>(code);
}
