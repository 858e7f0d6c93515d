// Policies as text: what is accepted has one canonical name, which names it again.
#include "kernels/policy_spec.hpp"

#include "tests/reliability/fuzz/fuzz.hpp"

int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  using namespace fairslot;
  std::string_view const text(reinterpret_cast<char const*>(data), size);
  Policy policy;
  if (!fuzz::accepted([&] { policy = parse_policy(text); })) return 0;
  std::string const name = canonical_name(policy);
  fuzz::require(parse_policy(name) == policy, "a canonical name names the same policy");
  fuzz::require(canonical_name(parse_policy(name)) == name, "a canonical name stays as it is");
  return 0;
}
