/// What is derived from a problem before it is run, on the host. Free of Kokkos.
#pragma once

#include <vector>

#include "kernels/check.hpp"
#include "kernels/list.hpp"
#include "kernels/problem.hpp"
#include "kernels/problem_view.hpp"

namespace fairslot {

/// Named as in ProblemView.
struct ProblemTables {
  ProblemView sizes{};  ///< all that is no table
  List<Entry> entry;
  List<Departure> departure;
  List<Judge> judge;
  List<std::int32_t> capacity, arrival, reference, reference_slot, reference_of, type_capacity,
      unlike, type_count, type_of, placement_kinds, mixed, queue, listed, place_of_listed;
  List<std::uint8_t> is_everywhere;
  List<std::int64_t> monopoly;
  List<double> norm, target, speed, guarantee, minimum;
  List<std::uint64_t> everywhere;
};

/// `check` is called while the tables are made.
ProblemTables tables_of(Problem const&, Check check = no_check);

/// put(table, pointer) for each table and what points to it in a view.
template <class F>
void for_each_table(Problem const& p, ProblemTables const& t, ProblemView& v, F const& put) {
  put(t.capacity, v.capacity);
  put(t.speed, v.speed);
  put(t.listed, v.listed);
  put(t.place_of_listed, v.place_of_listed);
  put(p.weight, v.weight);
  put(p.job_weight, v.job_weight);
  put(p.per_server, v.per_server);
  put(p.alone_begin, v.alone_begin);
  put(p.alone_slot, v.alone_slot);
  put(p.alone_sum, v.alone_sum);
  put(p.is_weighed, v.is_weighed);
  put(t.queue, v.queue);
  put(t.guarantee, v.guarantee);
  put(p.part, v.part);
  put(p.outer, v.outer);
  put(t.minimum, v.minimum);
  put(p.job_begin, v.job_begin);
  put(t.entry, v.entry);
  put(t.unlike, v.unlike);
  put(t.arrival, v.arrival);
  put(t.departure, v.departure);
  put(p.leave, v.leave);
  put(p.demands, v.demands);
  put(t.monopoly, v.monopoly);
  put(t.reference, v.reference);
  put(t.reference_slot, v.reference_slot);
  put(t.reference_of, v.reference_of);
  put(t.norm, v.norm);
  put(t.target, v.target);
  put(p.placements, v.placements);
  put(t.everywhere, v.everywhere);
  put(t.is_everywhere, v.is_everywhere);
  put(t.type_capacity, v.type_capacity);
  put(t.type_count, v.type_count);
  put(t.type_of, v.type_of);
  put(t.placement_kinds, v.placement_kinds);
  put(t.mixed, v.mixed);
  put(p.changes, v.change);
  put(t.judge, v.judge);
}

/// Of tables that stay where they are, on the host.
ProblemView view_of(Problem const&, ProblemTables const&);

}  // namespace fairslot
