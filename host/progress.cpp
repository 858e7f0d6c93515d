#include "host/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

#include "host/talk.hpp"

namespace fairslot {
namespace {

constexpr double seconds_between_on_terminal = 0.25;
constexpr double seconds_between_elsewhere = 10.0;

}  // namespace

std::string shown_duration(double seconds) {
  auto const whole = static_cast<std::int64_t>(seconds + 0.5);
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
  return fmt::format("{} h {:02} min", whole / 3600, whole / 60 % 60);
}

std::string simulated_time(std::int64_t slot, std::int64_t horizon) {
  if (slot == 0) return "";
  return horizon > 0 ? fmt::format("slot {} of {}", slot, horizon) : fmt::format("slot {}", slot);
}

ProgressLine::ProgressLine(bool quiet)
    : quiet_(quiet),
      terminal_(isatty(STDERR_FILENO) != 0),
      start_(std::chrono::steady_clock::now()),
      shown_(start_) {}

bool ProgressLine::is_due() {
  if (quiet_) return false;
  auto const now = std::chrono::steady_clock::now();
  double const since = std::chrono::duration<double>(now - shown_).count();
  if (since < (terminal_ ? seconds_between_on_terminal : seconds_between_elsewhere)) return false;
  shown_ = now;
  return true;
}

void ProgressLine::show(std::string const& text, bool last) {
  if (quiet_) return;
  talk(terminal_ ? fmt::format("\r\033[K{}{}", text, last ? "\n" : "") : text + "\n");
  open_ = terminal_ && !last;
}

void ProgressLine::end() {
  if (open_) talk("\n");
  open_ = false;
}

double ProgressLine::elapsed() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
}

Progress::Progress(std::string what, std::string units, std::int64_t count, double expected,
                   bool quiet)
    : line_(quiet),
      what_(std::move(what)),
      units_(std::move(units)),
      count_(count),
      expected_(expected) {}

void Progress::update(std::int64_t done, std::int64_t tasks_started, std::string const& time) {
  if (!line_.is_due()) return;
  double const seconds = line_.elapsed();
  auto const tasks = static_cast<double>(tasks_started);
  double const share = std::clamp(tasks / expected_, 0.0, 1.0);
  std::string left = "-";
  if (share > 0.002) left = shown_duration(seconds * (1.0 - share) / share);
  line_.show(fmt::format("{}: {}/{} {}, {}{:.0f} %, {:.2f} M tasks/s, {} left", what_, done, count_,
                         units_, time.empty() ? "" : time + ", ", 100.0 * share,
                         tasks / seconds / 1e6, left),
             false);
}

void Progress::finish(std::int64_t done, std::int64_t tasks_started) {
  double const seconds = line_.elapsed();
  line_.show(fmt::format("{}: {}/{} {}, {} tasks in {:.1f} s, {:.2f} M tasks/s", what_, done,
                         count_, units_, tasks_started, seconds,
                         static_cast<double>(tasks_started) / std::max(seconds, 1e-9) / 1e6),
             true);
}

}  // namespace fairslot
