#include "host/forecast/room.hpp"

#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <limits>
#include <optional>

#include "host/memory.hpp"

namespace fairslot::forecast {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t boundless = std::numeric_limits<std::int64_t>::max();

/// The number behind `name` in a file of names and numbers; with no name the first word.
std::optional<std::int64_t> number_in(fs::path const& path, std::string const& name = {}) {
  std::ifstream file(path);
  std::string word;
  while (!name.empty() && file >> word && word != name)
    ;
  std::int64_t number = 0;
  if (file >> number) return number;
  return std::nullopt;
}

std::int64_t left_on_machine() {
  auto const kib = number_in("/proc/meminfo", "MemAvailable:");
  return kib ? *kib * 1024 : boundless;
}

/// How the two versions name the same three files.
struct Names {
  char const *limit, *used, *cache;
};
constexpr Names v1{"memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"};
constexpr Names v2{"memory.max", "memory.current", "inactive_file"};

/// What the group and those above it leave. Pages of files can be given up.
std::int64_t left_in_groups(fs::path const& root, fs::path group, Names const& names) {
  std::int64_t left = boundless;
  for (;; group = group.parent_path()) {
    fs::path const folder = root / group.relative_path();
    auto const limit = number_in(folder / names.limit), used = number_in(folder / names.used);
    auto const cache = number_in(folder / "memory.stat", names.cache);
    if (limit && used)
      left = std::min(left, std::max<std::int64_t>(0, *limit - *used + cache.value_or(0)));
    if (!group.has_relative_path()) return left;
  }
}

/// Lines of /proc/self/cgroup: "4:memory:/group" is version 1, "0::/group" version 2.
std::int64_t left_in_control_groups() {
  std::int64_t left = boundless;
  std::ifstream file("/proc/self/cgroup");
  for (std::string line; std::getline(file, line);) {
    auto const first = line.find(':'), second = line.find(':', first + 1);
    if (second == std::string::npos) continue;
    std::string const controllers = "," + line.substr(first + 1, second - first - 1) + ",";
    fs::path const group = line.substr(second + 1);
    if (controllers == ",,") left = std::min(left, left_in_groups("/sys/fs/cgroup", group, v2));
    if (controllers.find(",memory,") != std::string::npos)
      left = std::min(left, left_in_groups("/sys/fs/cgroup/memory", group, v1));
  }
  return left;
}

std::int64_t left_of_addresses() {
  rlimit limit{};
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return boundless;
  return std::max<std::int64_t>(
      0, static_cast<std::int64_t>(limit.rlim_cur) - address_space().value_or(0));
}

}  // namespace

std::int64_t free_memory() {
  return std::min({left_on_machine(), left_in_control_groups(), left_of_addresses()});
}

Disk disk_of(std::string const& path) {
  std::error_code error;
  fs::path folder = fs::absolute(path, error).parent_path();
  while (!fs::exists(folder, error) && folder.has_relative_path()) folder = folder.parent_path();
  struct statvfs disk {};
  struct stat about {};
  bool const known = ::statvfs(folder.c_str(), &disk) == 0 && ::stat(folder.c_str(), &about) == 0;
  if (!known || disk.f_blocks == 0) return {0, boundless};  // /proc and its like hold no bytes
  auto const free = std::min<std::uint64_t>(std::uint64_t{disk.f_bavail} * disk.f_frsize,
                                            static_cast<std::uint64_t>(boundless));
  return {about.st_dev, static_cast<std::int64_t>(free)};
}

}  // namespace fairslot::forecast
