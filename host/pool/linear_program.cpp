#include "host/pool/linear_program.hpp"

#include <fmt/format.h>

#include <CbcModel.hpp>
#include <ClpSimplex.hpp>
#include <OsiClpSolverInterface.hpp>
#include <cmath>

#include "host/pool/mechanism.hpp"

namespace fairslot::pool {
namespace {

/// What rows and prices may miss in CLP's eyes; a column at a bound is there exactly.
constexpr double tolerance = 1e-9;
/// By which a solution must be better to count.
constexpr double least_gain = 1e-9;
/// As OSI and CLP have it.
constexpr double to_maximize = -1;

int index(std::size_t i) { return static_cast<int>(i); }

/// CLP's own infinity is a number.
double bound(double value) {
  return std::isinf(value) ? std::copysign(COIN_DBL_MAX, value) : value;
}

}  // namespace

void LinearProgram::Bounds::add(double low, double high) {
  least.push_back(bound(low));
  most.push_back(bound(high));
}

std::size_t LinearProgram::add_row(double least, double most) {
  rows_.add(least, most);
  return rows_.least.size() - 1;
}

std::size_t LinearProgram::add_column(double gain, double least, double most) {
  columns_.add(least, most);
  gain_.push_back(gain);
  start_.push_back(index(row_.size()));
  return gain_.size() - 1;
}

std::size_t LinearProgram::add_whole_column(double gain, double least, double most) {
  whole_.push_back(index(gain_.size()));
  return add_column(gain, least, most);
}

void LinearProgram::put(std::size_t row, double factor) {
  row_.push_back(index(row));
  factor_.push_back(factor);
}

struct Simplex::Model : ClpSimplex {};

Simplex::Simplex(LinearProgram const& program) : model_(std::make_unique<Model>()) {
  std::vector<int> start = program.start_;
  start.push_back(index(program.row_.size()));
  model_->setLogLevel(0);
  model_->loadProblem(index(program.gain_.size()), index(program.rows_.least.size()), start.data(),
                      program.row_.data(), program.factor_.data(), program.columns_.least.data(),
                      program.columns_.most.data(), program.gain_.data(),
                      program.rows_.least.data(), program.rows_.most.data());
  model_->setOptimizationDirection(to_maximize);
  model_->setPrimalTolerance(tolerance);
  model_->setDualTolerance(tolerance);
  model_->scaling(0);  // whoever writes a program knows its units
}
Simplex::~Simplex() = default;

void Simplex::set_factor(std::size_t row, std::size_t column, double factor) {
  model_->modifyCoefficient(index(row), index(column), factor, true);
}
void Simplex::set_row(std::size_t row, double least, double most) {
  model_->setRowBounds(index(row), bound(least), bound(most));
}
void Simplex::set_gain(std::size_t column, double gain) {
  model_->setObjectiveCoefficient(index(column), gain);
}

bool Simplex::maximize() {
  model_->primal();
  if (model_->isProvenOptimal()) return true;
  model_->allSlackBasis(true);
  model_->primal();
  return model_->isProvenOptimal();
}
std::string Simplex::residual() const {
  return fmt::format("residuals {} of rows, {} of prices (CLP's status {})",
                     model_->sumPrimalInfeasibilities(), model_->sumDualInfeasibilities(),
                     model_->status());
}

double Simplex::value(std::size_t column) const { return model_->primalColumnSolution()[column]; }
double Simplex::price(std::size_t row) const { return std::abs(model_->dualRowSolution()[row]); }

std::vector<double> maximize_whole(LinearProgram const& program) {
  std::vector<int> start = program.start_;
  start.push_back(index(program.row_.size()));
  OsiClpSolverInterface relaxed;
  relaxed.messageHandler()->setLogLevel(0);
  relaxed.loadProblem(index(program.gain_.size()), index(program.rows_.least.size()), start.data(),
                      program.row_.data(), program.factor_.data(), program.columns_.least.data(),
                      program.columns_.most.data(), program.gain_.data(),
                      program.rows_.least.data(), program.rows_.most.data());
  relaxed.setObjSense(to_maximize);
  relaxed.setInteger(program.whole_.data(), index(program.whole_.size()));
  CbcModel model(relaxed);
  model.setCutoffIncrement(least_gain);
  model.setLogLevel(0);
  model.branchAndBound();
  if (!model.isProvenOptimal())
    throw NotConverged(fmt::format("an integer program is not solved: gap {} (CBC's status {})",
                                   model.getBestPossibleObjValue() - model.getObjValue(),
                                   model.status()));
  return {model.bestSolution(), model.bestSolution() + program.gain_.size()};
}

}  // namespace fairslot::pool
