// The program. Nobody else ends it or chooses its exit code.
#include <algorithm>
#include <cstdio>
#include <exception>
#include <new>
#include <string>

#include "host/cli/cli.hpp"
#include "host/error.hpp"
#include "kernels/policy_spec.hpp"

namespace {

/// One line, whatever names the problem quotes.
int fail(fairslot::ExitCode code, std::string problem) {
  std::ranges::replace(problem, '\n', ' ');
  std::fflush(stdout);
  std::fprintf(stderr, "fairslot: %s\n", problem.c_str());
  return static_cast<int>(code);
}

}  // namespace

int main(int argc, char** argv) {
  using fairslot::ExitCode;
  try {
    int const code = static_cast<int>(fairslot::run_command_line(argc, argv));
    bool const written = std::fflush(stdout) == 0 && !std::ferror(stdout);
    return written ? code : fail(ExitCode::failure, "stdout cannot be written");
  } catch (fairslot::InputError const& error) {
    return fail(ExitCode::bad_input, error.what());
  } catch (fairslot::PolicyError const& error) {
    return fail(ExitCode::bad_input, error.what());
  } catch (std::bad_alloc const&) {
    return fail(ExitCode::failure,
                "not enough memory (fairslot validate FILE tells what a run takes)");
  } catch (std::exception const& error) {
    return fail(ExitCode::failure, error.what());
  }
}
