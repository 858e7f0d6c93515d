/// A container whose copies share what is in it until one of them is changed: the points of a sweep
/// differ in little.
#pragma once

#include <cstddef>
#include <memory>

namespace fairslot::scenario {

template <class T>
class Shared {
 public:
  Shared() = default;
  explicit Shared(T data) : data_(std::make_shared<T>(std::move(data))) {}

  T const& operator*() const {
    static T const empty;
    return data_ ? *data_ : empty;
  }
  T const* operator->() const { return &**this; }
  /// For writing: from now on only this one's.
  T& change() {
    if (!data_ || data_.use_count() > 1) data_ = std::make_shared<T>(**this);
    return *data_;
  }
  /// Equal for copies that share.
  void const* id() const { return data_.get(); }

  auto begin() const { return (**this).begin(); }
  auto end() const { return (**this).end(); }
  std::size_t size() const { return (**this).size(); }
  bool empty() const { return size() == 0; }
  friend bool operator==(Shared const& a, Shared const& b) {
    return a.data_ == b.data_ || *a == *b;
  }
  auto const& operator[](std::size_t i) const { return (**this)[i]; }
  auto const& front() const { return (**this).front(); }

 private:
  std::shared_ptr<T> data_;
};

}  // namespace fairslot::scenario
