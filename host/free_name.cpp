#include "host/free_name.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

namespace fairslot {
namespace {

/// What errno says after a refusal.
Move refused() {
  switch (errno) {
    case EEXIST:
      return Move::taken;
    case EINVAL:
    case ENOSYS:
    case EPERM:
    case EOPNOTSUPP:
    case EMLINK:
      return Move::unsupported;
    default:
      return Move::failed;
  }
}

}  // namespace

Move move_by_rename(std::string const& from, std::string const& to) {
  bool const moved =
      ::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0;
  return moved ? Move::done : refused();
}

Move move_by_link(std::string const& from, std::string const& to) {
  if (::link(from.c_str(), to.c_str()) != 0) return refused();
  ::unlink(from.c_str());
  return Move::done;
}

Move move_by_claim(std::string const& from, std::string const& to) {
  int const claim = ::open(to.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
  if (claim < 0) return errno == EEXIST ? Move::taken : Move::failed;
  ::close(claim);
  return std::rename(from.c_str(), to.c_str()) == 0 ? Move::done : Move::failed;
}

Move move_to_free_name(std::string const& from, std::string const& to) {
  for (auto* const move : {move_by_rename, move_by_link})
    if (Move const result = move(from, to); result != Move::unsupported) return result;
  return move_by_claim(from, to);
}

}  // namespace fairslot
