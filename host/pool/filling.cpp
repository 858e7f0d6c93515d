#include "host/pool/filling.hpp"

#include <algorithm>
#include <cstddef>
#include <memory>

#include "kernels/by_resources.hpp"
#include "kernels/pool/filling.hpp"

namespace fairslot::pool {
namespace {

/// One lane that fills.
struct Filler : executor::Alone {
  template <class Test>
  static int first(int count, Test const& test) {
    int p = 0;
    while (p < count && !test(p)) ++p;
    return p;
  }
  template <class T, class Before>
  static void sort(T* array, int count, Before const& before) {
    if (!std::is_sorted(array, array + count, before)) std::sort(array, array + count, before);
  }
};

}  // namespace

std::vector<double> fill(Instance const& in, std::span<double const> cost,
                         std::span<double const> limit) {
  std::vector<double> tasks(in.N());
  int const resources = static_cast<int>(in.K()), users = static_cast<int>(in.N());
  FillingView view = {in.capacity.data(),
                      in.demand.data(),
                      cost.data(),
                      limit.data(),
                      tasks.data(),
                      {},
                      {},
                      {},
                      {}};
  Arena measure;
  view.lay_out(measure, resources, users, 1);
  auto const memory = std::make_unique_for_overwrite<std::byte[]>(measure.used());
  Arena arena(memory.get());
  view.lay_out(arena, resources, users, 1);
  by_resources(resources,
               [&](auto k) { Filling<decltype(k)::value, Filler>(Filler(), view, users).run(); });
  return tasks;
}

}  // namespace fairslot::pool
