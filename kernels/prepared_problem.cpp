#include "kernels/prepared_problem.hpp"

#include <algorithm>
#include <cstring>
#include <vector>

#include "kernels/primitives/arena.hpp"
#include "kernels/problem_tables.hpp"

namespace fairslot {
namespace {

/// Copies into `host` while measuring, and points the view into `device`. What may be read behind a
/// table is 0.
class Packer {
 public:
  Packer(char* host, char* device, Check const& check)
      : host_(host), device_(device), check_(check) {}

  template <class T>
  void put(std::vector<T> const& from, T const*& to) {
    std::size_t const offset = reinterpret_cast<std::uintptr_t>(arena_.take<T>(from.size()));
    if (host_) write(offset, reinterpret_cast<char const*>(from.data()), from.size() * sizeof(T));
    to = reinterpret_cast<T const*>(device_ + offset);
  }
  std::size_t used() const { return arena_.used(); }

 private:
  void write(std::size_t to, char const* from, std::size_t bytes) {
    constexpr std::size_t part = std::size_t{64} << 20;
    for (std::size_t at = 0; at < bytes; at += part) {
      check_();
      std::memcpy(host_ + to + at, from + at, std::min(part, bytes - at));
    }
    std::memset(host_ + to + bytes, 0, arena_.used() - to - bytes);
  }

  char* host_;
  char* device_;
  Check const& check_;
  Arena arena_;
};

std::size_t pack(Problem const& p, ProblemTables const& t, ProblemView& v, char* host, char* device,
                 Check const& check) {
  Packer packer(host, device, check);
  for_each_table(p, t, v, [&](auto const& from, auto const*& to) { packer.put(from, to); });
  return packer.used();
}

}  // namespace

PreparedProblem::PreparedProblem(Presented presented, Check const& check)
    : presented_(std::move(presented)), tasks_(problem().total_tasks()) {
  ProblemTables const tables = tables_of(problem(), check);
  view_ = tables.sizes;
  std::size_t const size = pack(problem(), tables, view_, nullptr, nullptr, check);
  memory_ = make_unwritten<char>("fairslot::prepare::problem", size);
  auto host = Kokkos::create_mirror_view(memory_);
  pack(problem(), tables, view_, host.data(), memory_.data(), check);
  Kokkos::deep_copy(memory_, host);
}

std::size_t prepared_bytes(ProblemView const& shape, int resources, int placement_groups) {
  auto const times = [](std::size_t bytes, std::int64_t count) {
    return bytes * static_cast<std::size_t>(count);
  };
  auto const k = static_cast<std::size_t>(resources);
  std::size_t const server = sizeof(std::int32_t) * (k + 3) + sizeof(double),
                    user = 3 * sizeof(double) + 12;
  std::size_t const entry = sizeof(Entry) + sizeof(std::int32_t) +
                            (shape.weighs_jobs ? sizeof(double) : 0) +
                            (shape.limits_servers ? sizeof(std::int32_t) : 0);
  std::size_t const demand = (sizeof(std::int32_t) + sizeof(double)) * k + 16;
  std::size_t const group = times(sizeof(std::uint64_t), shape.words) + 5;
  return times(server, shape.server_stride) + times(user, shape.users) +
         times(entry, shape.entries) + times(demand, shape.classes) +
         times(group, placement_groups);
}

}  // namespace fairslot
