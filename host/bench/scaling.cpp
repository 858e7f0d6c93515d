#include "host/bench/scaling.hpp"

#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <sstream>

#include "host/bench/naive.hpp"
#include "host/interrupt.hpp"

namespace fairslot::bench {
namespace {

/// FNV-1a over 64-bit words.
std::uint64_t mixed(std::uint64_t hash, std::uint64_t word) {
  return (hash ^ word) * 0x100000001b3u;
}

/// The environment with this number of threads in the place of any other.
std::vector<std::string> environment_with(int threads) {
  std::vector<std::string> variables = {fmt::format("OMP_NUM_THREADS={}", threads)};
  for (char** variable = environ; *variable; ++variable) {
    std::string_view const text = *variable;
    if (!text.starts_with("OMP_NUM_THREADS=") && !text.starts_with("KOKKOS_NUM_THREADS="))
      variables.emplace_back(text);
  }
  return variables;
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> all;
  for (std::string& text : texts) all.push_back(text.data());
  all.push_back(nullptr);
  return all;
}

/// What this program writes to stdout when it is started again with these arguments.
std::string output_of(std::vector<std::string> arguments, std::vector<std::string> environment) {
  std::vector<char*> const argv = pointers(arguments), envp = pointers(environment);
  std::array<int, 2> ends{};
  if (pipe(ends.data()) != 0) throw std::runtime_error("no pipe to another process");
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_addclose(&actions, ends[0]);
  posix_spawn_file_actions_addclose(&actions, ends[1]);
  pid_t child = 0;
  int const error =
      posix_spawn(&child, "/proc/self/exe", &actions, nullptr, argv.data(), envp.data());
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  std::string text;
  std::array<char, 4096> buffer{};
  for (ssize_t n = 0; error == 0;) {
    n = read(ends[0], buffer.data(), buffer.size());
    if (n == 0 || (n < 0 && errno != EINTR)) break;
    if (n > 0) text.append(buffer.data(), static_cast<std::size_t>(n));
  }
  close(ends[0]);
  if (error != 0) throw std::runtime_error(fmt::format("/proc/self/exe: {}", std::strerror(error)));
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  stop_if_interrupted();
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
    throw std::runtime_error("the process of a benchmark with other threads failed");
  return text;
}

SweepTime time_elsewhere(Case const& c, MeasureSettings const& settings, int threads) {
  return from_line(output_of(
      {"fairslot", "bench", "--sweep", c.name, "--threads", std::to_string(threads), "--policy",
       canonical_name(settings.policy), "--engine", std::string(name_of(settings.engine))},
      environment_with(threads)));
}

}  // namespace

SweepTime time_sweep(Case const& c, MeasureSettings const& settings) {
  Problems const problems = make_problems(c);
  std::vector<RunResult> runs;
  SweepTime sweep;
  sweep.seconds = seconds([&] { runs = run_all(problems, settings, false); });
  sweep.picks = started(runs);
  for (RunResult const& run : runs)
    for (auto const* const values :
         {&run.entry_first_start, &run.entry_last_end, &run.entry_queue_sum})
      for (std::int64_t const value : *values)
        sweep.checksum = mixed(sweep.checksum, static_cast<std::uint64_t>(value));
  return sweep;
}

std::string to_line(SweepTime const& sweep) {
  return fmt::format("{} {} {}\n", sweep.seconds, sweep.picks, sweep.checksum);
}

SweepTime from_line(std::string const& line) {
  std::istringstream text(line);
  SweepTime sweep;
  std::string more;
  if (!(text >> sweep.seconds >> sweep.picks >> sweep.checksum) || text >> more)
    throw std::runtime_error("the process of a benchmark with other threads told no time");
  return sweep;
}

std::vector<double> Scaling::ratios() const {
  std::vector<double> values;
  for (std::size_t i = 0; i < one.size(); ++i) values.push_back(one[i] / two[i]);
  return values;
}

double Scaling::ratio() const { return median(ratios()); }

Scaling measure_scaling(Case const& c, MeasureSettings const& settings) {
  Scaling scaling{.measured = c, .one = {}, .two = {}};
  for (int i = 0; i < settings.runs; ++i) {
    if (settings.tell) settings.tell(fmt::format("repetition {} of {}", i + 1, settings.runs));
    SweepTime const one = time_elsewhere(c, settings, 1), two = time_elsewhere(c, settings, 2);
    if (one.checksum != two.checksum)
      throw PicksDiffer(c.name + ": the results of one thread and of two differ");
    scaling.one.push_back(one.seconds);
    scaling.two.push_back(two.seconds);
    scaling.picks = one.picks;
  }
  return scaling;
}

}  // namespace fairslot::bench
