#include "host/pool/mechanisms/sdrf.hpp"

#include <algorithm>

#include "host/pool/fit.hpp"
#include "host/pool/rising.hpp"
#include "host/pool/slots.hpp"

namespace fairslot::pool::mechanisms {
namespace {

/// Use beyond the equal part of every resource, fading: [N][K], of the whole of each.
class Commitments {
 public:
  Commitments(Instance const& in, double delta)
      : resources_(in.K()),
        delta_(delta),
        equal_part_(1.0 / static_cast<double>(in.N())),
        ratios_(ratios_of(in)),
        commitment_(in.N() * in.K(), 0.0) {}

  std::vector<double> const& ratios() const { return ratios_; }
  double dominant(std::size_t user) const {
    auto const own = commitment_.begin() + static_cast<std::ptrdiff_t>(user * resources_);
    return *std::max_element(own, own + static_cast<std::ptrdiff_t>(resources_));
  }
  void after(std::vector<double> const& shares) {
    for (std::size_t at = 0; at < commitment_.size(); ++at) {
      double const beyond = std::max(0.0, shares[at / resources_] * ratios_[at] - equal_part_);
      commitment_[at] = delta_ * commitment_[at] + (1 - delta_) * beyond;
    }
  }

 private:
  std::size_t resources_;
  double delta_, equal_part_;
  std::vector<double> ratios_, commitment_;
};

}  // namespace

Answer Sdrf::solve(Instance const& in, Steps steps) const {
  require_no_limits(name, in);
  require_equal_weights(name, in);
  Commitments commitments(in, delta);
  std::vector<Riser> risers(in.N());
  return slot_by_slot(in, steps, [&](std::vector<double> const& wanted) {
    for (std::size_t i = 0; i < in.N(); ++i)
      risers[i] = {commitments.dominant(i), 0.0, wanted[i], 1.0};
    SlotShares slot{rise(commitments.ratios(), risers), {}};
    for (std::size_t i = 0; i < in.N(); ++i) slot.level.push_back(risers[i].from + slot.share[i]);
    commitments.after(slot.share);
    return slot;
  });
}

}  // namespace fairslot::pool::mechanisms
