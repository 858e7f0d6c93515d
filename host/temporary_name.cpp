#include "host/temporary_name.hpp"

#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <fstream>
#include <iterator>
#include <random>

namespace fairslot {
namespace {

constexpr std::size_t longest_file = 120;  // of its name here: folders take 255 bytes in all

std::string host_name() {
  std::array<char, 65> name{};
  if (::gethostname(name.data(), name.size() - 1) != 0) return "unknown";
  std::string host(name.data());
  std::ranges::replace(host, '/', '_');
  return host.empty() ? "unknown" : host;
}

/// State and start of a process (proc(5), /proc/PID/stat); its name may hold anything but ends at
/// the last parenthesis.
struct Life {
  char state = '?';
  std::uint64_t start = 0;
};

Life life_of(pid_t process) {
  std::ifstream file(fmt::format("/proc/{}/stat", process));
  std::string const text{std::istreambuf_iterator<char>(file), {}};
  Life life;
  std::string_view rest(text);
  rest.remove_prefix(std::min(rest.rfind(')'), rest.size()));
  constexpr int first_field = 2, state_field = 3, start_field = 22;
  for (int field = first_field; !rest.empty(); ++field) {
    std::string_view const word = rest.substr(0, rest.find(' '));
    if (field == state_field) life.state = word.front();
    if (field == start_field) std::from_chars(word.data(), word.data() + word.size(), life.start);
    rest.remove_prefix(std::min(word.size() + 1, rest.size()));
  }
  return life;
}

/// Takes "-NUMBER" off the end of a text.
template <class Number>
std::optional<Number> take_last(std::string_view& text, int base = 10) {
  auto const dash = text.rfind('-');
  if (dash == std::string_view::npos) return std::nullopt;
  Number number{};
  char const* const end = text.data() + text.size();
  auto const [stop, error] = std::from_chars(text.data() + dash + 1, end, number, base);
  if (error != std::errc{} || stop != end) return std::nullopt;
  text = text.substr(0, dash);
  return number;
}

}  // namespace

Owner this_process() { return {host_name(), ::getpid(), life_of(::getpid()).start}; }

bool is_gone(Owner const& owner) {
  if (owner.host != host_name()) return false;
  if (::kill(owner.process, 0) != 0 && errno == ESRCH) return true;
  Life const life = life_of(owner.process);
  bool const dead = life.state == 'Z' || life.state == 'X';
  return dead || (life.start != 0 && owner.start != 0 && life.start != owner.start);
}

std::string temporary_prefix(std::string_view file) {
  return fmt::format(".{}.tmp-", file.substr(0, longest_file));
}

std::string temporary_name(std::string_view file) {
  std::random_device random;
  Owner const owner = this_process();
  return fmt::format("{}{}-{}-{}-{:08x}", temporary_prefix(file), owner.host, owner.process,
                     owner.start, random());
}

std::optional<Owner> owner_of(std::string_view name, std::string_view file) {
  if (!name.starts_with(temporary_prefix(file))) return std::nullopt;
  name.remove_prefix(temporary_prefix(file).size());
  auto const random = take_last<std::uint64_t>(name, 16);
  auto const start = take_last<std::uint64_t>(name);
  auto const process = take_last<pid_t>(name);
  if (!random || !start || !process || *process <= 0 || name.empty()) return std::nullopt;
  return Owner{std::string(name), *process, *start};
}

}  // namespace fairslot
