/// What the fuzz targets share. A target is one file that defines LLVMFuzzerTestOneInput; it is
/// linked with libFuzzer (tests/reliability/libfuzzer) or with the plain driver beside it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

#include "host/error.hpp"
#include "kernels/policy_spec.hpp"

/// One input, of any bytes. Always 0: what is wrong ends the process by SIGABRT.
extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size);

namespace fairslot::fuzz {

/// Ends the process where an invariant is broken.
void require(bool holds, std::string_view invariant);

/// What people are told is one line of valid UTF-8, not endless, and moves no terminal's cursor.
void require_message(std::string_view message);

/// True where `body` returns. It may throw what the program tells its users, in good words, and
/// nothing else.
template <class Body>
bool accepted(Body body) {
  try {
    body();
    return true;
  } catch (InputError const& error) {
    require_message(error.what());
  } catch (PolicyError const& error) {
    require_message(error.what());
  }
  return false;
}

/// A file of these bytes, in memory, while this lives.
class MemoryFile {
 public:
  explicit MemoryFile(std::string_view bytes);
  ~MemoryFile();
  MemoryFile(MemoryFile const&) = delete;
  MemoryFile& operator=(MemoryFile const&) = delete;
  std::string const& path() const { return path_; }

 private:
  std::string path_ = "/dev/shm/fairslot-fuzz-XXXXXX";
};

}  // namespace fairslot::fuzz
