/// Names of temporary files: who writes them can be told, and nobody can foretell them.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace fairslot {

/// A process of a machine. Its start, in ticks since the machine's, tells it from a later one of
/// the same id; 0 where the system does not say.
struct Owner {
  std::string host;
  pid_t process = 0;
  std::uint64_t start = 0;

  bool operator==(Owner const&) const = default;
};

Owner this_process();
/// Of this host, and it has ended.
bool is_gone(Owner const&);

/// What all temporary files of a file begin with: ".study.h5.tmp-".
std::string temporary_prefix(std::string_view file);
/// A new one: ".study.h5.tmp-HOST-PROCESS-START-RANDOM".
std::string temporary_name(std::string_view file);
/// Who made the name; nullopt where temporary_name() did not.
std::optional<Owner> owner_of(std::string_view name, std::string_view file);

}  // namespace fairslot
