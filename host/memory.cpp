#include "host/memory.hpp"

#include <malloc.h>

#include <fstream>
#include <string>

namespace fairslot {
namespace {

/// A line of /proc/self/status, in bytes.
std::optional<std::int64_t> status(std::string const& name) {
  std::ifstream file("/proc/self/status");
  for (std::string word; file >> word;) {
    std::int64_t kib = 0;
    if (word == name + ":" && file >> kib) return kib * 1024;
  }
  return std::nullopt;
}

}  // namespace

void keep_freed_memory() {
  constexpr int kept = 64 << 20, from_system = 4 << 20;  // bytes
  ::mallopt(M_TRIM_THRESHOLD, kept);
  ::mallopt(M_MMAP_THRESHOLD, from_system);
}

void give_back_memory() { malloc_trim(0); }

bool reset_peak_memory() {
  give_back_memory();
  std::ofstream file("/proc/self/clear_refs");
  file << "5" << std::flush;
  return file.good();
}

std::optional<std::int64_t> peak_memory() { return status("VmHWM"); }
std::optional<std::int64_t> resident_memory() { return status("VmRSS"); }
std::optional<std::int64_t> address_space() { return status("VmSize"); }

}  // namespace fairslot
