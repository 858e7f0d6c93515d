// Instances of divisible pools: what is accepted is answered by every mechanism that takes it, in
// numbers.
#include <cmath>

#include "host/pool/read.hpp"
#include "host/pool/solver.hpp"
#include "tests/reliability/fuzz/fuzz.hpp"

namespace fairslot::fuzz {
namespace {

using pool::Answer;
using pool::Instance;

bool are_amounts(std::vector<double> const& numbers) {
  for (double const number : numbers)
    if (!(number >= 0) || std::isinf(number)) return false;
  return true;
}

void check(Instance const& instance, Answer const& answer) {
  require(answer.tasks.size() == instance.N(), "a user has an answer");
  require(answer.allocation.size() == instance.N() * instance.K(), "a user has of each resource");
  require(answer.used.size() == instance.K(), "a resource is used");
  for (auto const* numbers : {&answer.tasks, &answer.share, &answer.level, &answer.used})
    require(are_amounts(*numbers), "an answer is in numbers");
  require(are_amounts(answer.allocation), "an allocation is in numbers");
}

}  // namespace
}  // namespace fairslot::fuzz

int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  using namespace fairslot;
  std::string const text(reinterpret_cast<char const*>(data), size);
  pool::InstanceFile file;
  if (!fuzz::accepted([&] { file = pool::parse_instance(text, "fuzz.toml"); })) return 0;
  if (file.instance.N() > 100 || file.instance.M() > 100) return 0;
  for (pool::MechanismInfo const& info : pool::mechanism_infos()) {
    pool::Solver const solver(info.name);
    fuzz::accepted([&] {
      try {
        fuzz::check(file.instance, solver.solve(file.instance));
      } catch (pool::Unfit const& unfit) {
        file.refuse(unfit);
      } catch (pool::NotConverged const& error) {
        fuzz::require_message(error.what());
      }
    });
  }
  return 0;
}
