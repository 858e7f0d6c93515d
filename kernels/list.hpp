/// A vector that takes any integer for an index: users, entries and points are counted by ints and
/// bigger signed integers, which std::vector would turn into unsigned ones. One below 0 lies past
/// every end, so whatever checks a vector's bounds finds it.
#pragma once

#include <concepts>
#include <cstddef>
#include <utility>
#include <vector>

namespace fairslot {

template <class T>
struct List : std::vector<T> {
  using Base = std::vector<T>;
  using Base::Base;
  List(Base other) : Base(std::move(other)) {}

  typename Base::reference operator[](std::integral auto index) {
    return Base::operator[](static_cast<std::size_t>(index));
  }
  typename Base::const_reference operator[](std::integral auto index) const {
    return Base::operator[](static_cast<std::size_t>(index));
  }
};

}  // namespace fairslot
