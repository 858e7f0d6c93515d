#include "host/record/leftovers.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "host/temporary_name.hpp"
#include "kernels/shown.hpp"

namespace fairslot::record {
namespace {

namespace fs = std::filesystem;

/// Nobody has it open as TemporaryFile does: its process may be of another container.
bool is_unlocked(std::string const& path) {
  int const file = ::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
  if (file < 0) return false;
  bool const locked = ::flock(file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  ::close(file);
  return !locked;
}

std::string clear(std::string const& path, std::optional<Owner> const& owner) {
  if (!owner) return "left behind by an older fairslot, left alone";
  if (owner->host != this_process().host)
    return fmt::format("of a run on {}, left alone", shown(owner->host));
  if (!is_gone(*owner) || !is_unlocked(path))
    return fmt::format("of another run that goes on (process {})", owner->process);
  if (::unlink(path.c_str()) == 0) return "left behind by a run that was killed, removed";
  return fmt::format("left behind by a run that was killed, cannot be removed ({})",
                     std::strerror(errno));
}

}  // namespace

std::vector<std::string> clear_leftovers(std::string const& target) {
  if (target.empty()) return {};
  fs::path const path(target);
  std::string const file = path.filename().string(), prefix = temporary_prefix(file);
  std::vector<std::string> found;
  std::error_code error;
  for (fs::directory_iterator entry(path.has_parent_path() ? path.parent_path() : ".", error), end;
       !error && entry != end; entry.increment(error))
    if (entry->path().filename().string().starts_with(prefix)) found.push_back(entry->path());
  std::ranges::sort(found);
  std::vector<std::string> lines;
  for (std::string const& one : found) {
    if (!fs::is_regular_file(fs::symlink_status(one, error))) continue;
    auto const owner = owner_of(fs::path(one).filename().string(), file);
    lines.push_back(fmt::format("{}: {}", shown_path(one), clear(one, owner)));
  }
  return lines;
}

}  // namespace fairslot::record
