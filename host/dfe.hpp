/// How fair and how efficient dominant shares are, by one number: DFE, equation (13).
#pragma once

#include <span>
#include <vector>

namespace fairslot {

/// The exponent λ with which (13) is sgn(1−β)·(Σ y^(1−β))^(1/β).
inline double natural_lambda(double beta) { return (1 - beta) / beta; }

/// F of dominant shares y: sgn(1−β) · (Σ (y/M)^(1−β))^(1/β) · M^λ with M = Σ y, β > 0. Larger is
/// fairer, also below zero. By log-sum-exp in the order of the shares: no power overflows. NaN
/// where there are no shares or none is positive, and at β = 1, where (13) jumps; −∞ where β > 1
/// and a share is 0.
class Dfe {
 public:
  explicit Dfe(std::span<double const> shares);

  double at(double beta, double lambda) const;
  double at(double beta) const { return at(beta, natural_lambda(beta)); }
  double total() const { return total_; }  ///< M

 private:
  std::vector<double> logs_;  // of the positive shares
  double total_ = 0, log_total_ = 0;
  bool none_ = false;  // a share is 0
};

}  // namespace fairslot
