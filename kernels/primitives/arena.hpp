/// Cuts one allocation into arrays: measured first with a null base, then bound to memory. Each
/// begins a line and has all of its last one, which may be read eight numbers at a time.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>

namespace fairslot {
inline namespace FAIRSLOT_ISA {

class Arena {
 public:
  explicit Arena(void* base = nullptr) : base_(reinterpret_cast<std::uintptr_t>(base)) {}

  template <class T>
  T* take(std::integral auto count) {
    constexpr std::size_t line = 64;
    auto* const at = reinterpret_cast<T*>(base_ + used_);
    used_ += (static_cast<std::size_t>(count) * sizeof(T) + line - 1) / line * line;
    return at;
  }
  std::size_t used() const { return used_; }

 private:
  std::uintptr_t base_;
  std::size_t used_ = 0;
};

}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
