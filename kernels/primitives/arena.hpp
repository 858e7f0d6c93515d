/// Cuts one allocation into arrays: measured first with a null base, then bound to memory.
#pragma once

#include <cstddef>
#include <cstdint>

namespace fairslot::inline FAIRSLOT_ISA {

class Arena {
 public:
  explicit Arena(void* base = nullptr) : base_(reinterpret_cast<std::uintptr_t>(base)) {}

  template <class T>
  T* take(std::size_t count) {
    constexpr std::size_t line = 64;
    used_ = (used_ + line - 1) / line * line;
    auto* const at = reinterpret_cast<T*>(base_ + used_);
    used_ += count * sizeof(T);
    return at;
  }
  std::size_t used() const { return used_; }

 private:
  std::uintptr_t base_;
  std::size_t used_ = 0;
};

}  // namespace fairslot::inline FAIRSLOT_ISA
