#include "kernels/pool/drf.hpp"

#include <Kokkos_NestedSort.hpp>

#include "kernels/by_resources.hpp"
#include "kernels/executor/team.hpp"
#include "kernels/pool/filling.hpp"

namespace fairslot::pool {
namespace {

using executor::Teams;

/// A team that fills.
class Fillers : public executor::Team {
 public:
  KOKKOS_FUNCTION explicit Fillers(Teams::member_type const& lanes) : Team(lanes), lanes_(lanes) {}

  template <class Test>
  KOKKOS_FUNCTION int first(int count, Test const& test) const {
    int first = count;
    Kokkos::parallel_reduce(
        Kokkos::TeamThreadRange(lanes_, count),
        [&](int p, int& least) {
          if (p < least && test(p)) least = p;
        },
        Kokkos::Min<int>(first));
    return first < count ? first : count;
  }

  template <class T, class Before>
  KOKKOS_FUNCTION void sort(T* array, int count, Before const& before) const {
    using Places = Kokkos::View<T*, DeviceMemory, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
    Kokkos::Experimental::sort_team(lanes_, Places(array, static_cast<std::size_t>(count)), before);
  }

 private:
  Teams::member_type const& lanes_;
};

/// A block's arrays in device memory.
struct Arrays {
  std::int32_t* first;
  double *capacity, *demand, *weight, *limit, *cost, *tasks;
  FillingView filling;

  void lay_out(Arena& arena, DrfBlock const& block) {
    std::int64_t const instances = block.instances(), users = block.first.back();
    first = arena.take<std::int32_t>(instances + 1);
    capacity = arena.take<double>(instances * block.resources);
    demand = arena.take<double>(users * block.resources);
    weight = arena.take<double>(users);
    limit = arena.take<double>(users);
    cost = arena.take<double>(users);
    tasks = arena.take<double>(users);
    filling = {capacity, demand, cost, limit, tasks, {}, {}, {}, {}};
    filling.lay_out(arena, block.resources, users, instances);
  }
};

template <int K>
struct DivideByTeam {
  Arrays all;

  KOKKOS_FUNCTION void operator()(Teams::member_type const& lanes) const {
    Fillers const by(lanes);
    int const instance = lanes.league_rank();
    std::int32_t const from = all.first[instance];
    int const users = all.first[instance + 1] - from;
    FillingView const own = all.filling.at(K, instance, from);
    by.each(users, [&](int i) {
      all.cost[from + i] =
          dominant_share(own.demand + std::int64_t{i} * K, own.capacity, K) / all.weight[from + i];
    });
    Filling<K, Fillers>(by, own, users).run();
  }
};

template <class T>
using OfHost = Kokkos::View<T*, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
template <class T>
using OfDevice = Kokkos::View<T*, DeviceMemory, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

template <class T>
void put(std::vector<T> const& from, T* to) {
  copy(OfDevice<T>(to, from.size()), OfHost<T const>(from.data(), from.size()));
}

}  // namespace

/// Kept from block to block.
class DrfKernel::Memory {
 public:
  Arrays arrays_for(DrfBlock const& block) {
    Arena measure;
    Arrays arrays{};
    arrays.lay_out(measure, block);
    if (bytes_.size() < measure.used())
      bytes_ = make_array<char>("fairslot::pool::drf", measure.used());
    Arena arena(bytes_.data());
    arrays.lay_out(arena, block);
    return arrays;
  }

 private:
  DeviceArray<char> bytes_;
};

DrfKernel::DrfKernel(int lanes)
    : memory_(std::make_unique<Memory>()), lanes_(hardware::team_threads(lanes)) {}
DrfKernel::~DrfKernel() = default;

bool DrfKernel::pays() { return !hardware::is_processor; }

std::vector<double> DrfKernel::tasks(DrfBlock const& block) {
  Arrays const arrays = memory_->arrays_for(block);
  put(block.first, arrays.first);
  put(block.capacity, arrays.capacity);
  put(block.demand, arrays.demand);
  put(block.weight, arrays.weight);
  put(block.limit, arrays.limit);
  Teams const teams(static_cast<int>(block.instances()), lanes_);
  by_resources(block.resources, [&](auto k) {
    Kokkos::parallel_for("fairslot::pool::drf", teams, DivideByTeam<decltype(k)::value>{arrays});
  });
  std::vector<double> tasks(block.weight.size());
  Space().fence("fairslot::pool::drf");
  copy(OfHost<double>(tasks.data(), tasks.size()), OfDevice<double>(arrays.tasks, tasks.size()));
  return tasks;
}

}  // namespace fairslot::pool
