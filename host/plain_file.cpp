#include "host/plain_file.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>

#include "host/error.hpp"
#include "kernels/shown.hpp"

namespace fairslot {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(std::string const& option, std::string const& path,
                         std::string const& problem) {
  throw InputError(fmt::format("{} {}: {}", option, shown_path(path), problem));
}

bool begins_with(std::string const& path, std::string const& head) {
  std::string begin(head.size(), '\0');
  std::ifstream file(path, std::ios::binary);
  return file.read(begin.data(), static_cast<std::streamsize>(begin.size())) && begin == head;
}

}  // namespace

void require_short_name(std::string const& option, std::string const& path) {
  constexpr std::size_t longest = 255, longest_path = 4095 - 255;  // the temporary's name is longer
  if (fs::path(path).filename().string().size() <= longest && path.size() <= longest_path) return;
  throw InputError(fmt::format("{} {}: too long (allowed: 255 bytes of name, 3840 of path)", option,
                               shown(path)));
}

void require_plain_file(std::string const& option, std::string const& path,
                        std::string const& input) {
  require_short_name(option, path);
  std::error_code error;
  if (!input.empty() && is_same_file(path, input))
    refuse(option, path, "is " + shown_path(input) + " itself, the input");
  auto const status = fs::symlink_status(path, error);
  if (fs::is_symlink(status))
    refuse(option, path, "is a symbolic link (allowed: a file's own name)");
  if (fs::is_directory(status) || path.ends_with('/'))
    refuse(option, path, "is a folder (allowed: a file's name)");
  if (fs::exists(status) && !fs::is_regular_file(status))
    refuse(option, path, "is no plain file (allowed: a file's name)");
}

void require_text_output(std::string const& option, std::string const& path,
                         std::string const& head, std::string const& kind,
                         std::string const& allowed) {
  if (is_pipe_or_device(path)) return;
  require_plain_file(option, path);
  std::error_code error;
  bool const fits =
      !fs::exists(path, error) || fs::file_size(path, error) == 0 || begins_with(path, head);
  if (!fits) refuse(option, path, "exists and is no " + kind + " (allowed: " + allowed + ")");
}

bool is_pipe_or_device(std::string const& path) {
  std::error_code error;
  auto const status = fs::status(path, error);
  return fs::exists(status) && !fs::is_regular_file(status) && !fs::is_directory(status);
}

bool is_same_file(std::string const& a, std::string const& b) {
  std::error_code error;
  if (fs::equivalent(a, b, error)) return true;
  auto const whole = [&](std::string const& path) -> fs::path {
    fs::path const absolute = fs::absolute(path, error);
    return error ? fs::path() : fs::weakly_canonical(absolute, error);
  };
  fs::path const whole_a = whole(a), whole_b = error ? fs::path() : whole(b);
  return !error && whole_a == whole_b;
}

}  // namespace fairslot
