/// Random small problems. The generator is part of the specification: what it never draws is never
/// tested. The degenerate cases that it must draw are the list degenerate_cases(), in
/// random_problem.cpp, and a test asserts that each of them turns up:
///
///   time        drained · cut · cut before the last arrival · all in slot 1 · equal submit slots ·
///               idle gaps of a million slots · durations beyond 1,024, beyond 4,096, of 2^31-1
///   servers     none · one · more than 64 · more than 128 · many equal ones · a zero capacity ·
///               a resource that nobody has · capacities of 2^30
///   users       none · one · more than 64 · more than 300 · without jobs · equal weights ·
///               extreme weights (2^-32, 2^32) · own servers: none, shared
///   jobs        several a user with different demands and durations · shared labels ·
///               weights of their own (2^-32, 2^32; two in one slot; of some jobs only) ·
///               limits a server (1; two of a user; of some jobs only) · 2^31-1 tasks · larger than
///               any server · exactly a server · equal demands (ties)
///   demands     K = 1 ... 8 · a zero · a zero first resource
///   policies    another one from slot 1 on · several after another · in the slot of other events ·
///               after the end
///   departures  in slot 1 · with the first job · while tasks wait · in the slot of a release ·
///               after the end
///   queues      of one user · of all users · three levels deep · users in none beside them
///   placement   all · some · one · an empty set · a set that only too small servers are in
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <rapidcheck.h>

#include "kernels/simulation.hpp"
#include "tests/draft.hpp"

namespace fairslot {

/// The same draft for the same seed, on every machine.
Draft random_draft(std::uint64_t seed);

/// rapidcheck draws a seed, and shrinks by leaving things out. Equal salts draw equal drafts.
rc::Gen<Draft> drafts(std::uint64_t salt = 0);

/// All that can be kept, of slots every row or each so-many-th.
rc::Gen<Recording> recordings();

struct DegenerateCase {
  std::string name;
  std::function<bool(Draft const&)> occurs;
};
std::vector<DegenerateCase> degenerate_cases();

}  // namespace fairslot
