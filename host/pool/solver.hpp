/// Which mechanism divides: "drf:discrete=strict,ties=highest".
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "host/pool/mechanisms.hpp"

namespace fairslot::pool {

/// What can be named.
struct MechanismInfo {
  std::string_view name, summary, source, claims;
  Takes takes;
  std::span<OptionInfo const> options;
};
std::span<MechanismInfo const> mechanism_infos();

class Solver {
 public:
  /// Throws SpecError, one line, for a text that names none.
  explicit Solver(std::string_view text);

  /// Throws Unfit for an instance that the mechanism cannot take, NotConverged where it finds no
  /// answer.
  Answer solve(Instance const&, Steps = Steps::all) const;
  /// The one text of all that mean the same.
  std::string text() const;
  MechanismInfo const& info() const;
  Mechanism const& mechanism() const { return mechanism_; }

 private:
  explicit Solver(Spec const& spec);

  Spec spec_;
  Mechanism mechanism_;
};

/// One a text. `refuse` is told the index of the first that names none or one that is there
/// already, with what is wrong, and throws.
std::vector<Solver> solvers_of(
    std::vector<std::string> const& texts,
    std::function<void(std::size_t at, std::string const& problem)> const& refuse);

}  // namespace fairslot::pool
