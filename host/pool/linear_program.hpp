/// Linear programs, and those where some numbers are whole, solved by COIN-OR's CLP and CBC;
/// nothing else here knows of these libraries.
#pragma once

#include <cstddef>
#include <limits>
#include <memory>
#include <string>
#include <vector>

namespace fairslot::pool {

inline constexpr double boundless = std::numeric_limits<double>::infinity();

/// max Σ gain·x, where each x and each row's Σ factor·x lie within bounds. Sparse, by columns.
class LinearProgram {
 public:
  std::size_t add_row(double least, double most);
  std::size_t add_column(double gain, double least = 0, double most = boundless);
  std::size_t add_whole_column(double gain, double least, double most);
  /// In the last column; each row once at most.
  void put(std::size_t row, double factor);

 private:
  friend class Simplex;
  friend std::vector<double> maximize_whole(LinearProgram const&);
  struct Bounds {
    std::vector<double> least, most;
    void add(double, double);
  };

  Bounds rows_, columns_;
  std::vector<double> gain_, factor_;
  std::vector<int> start_, row_, whole_;
};

/// Solves a program without whole numbers, again and again as it changes, each time from the
/// solution before; and where that leads nowhere, from none.
class Simplex {
 public:
  explicit Simplex(LinearProgram const&);
  ~Simplex();
  Simplex(Simplex const&) = delete;
  Simplex& operator=(Simplex const&) = delete;

  void set_factor(std::size_t row, std::size_t column, double factor);
  void set_row(std::size_t row, double least, double most);
  void set_gain(std::size_t column, double gain);

  /// Whether it came to an optimum.
  bool maximize();
  /// In words, of the last maximize().
  std::string residual() const;
  double value(std::size_t column) const;
  /// By how much the gain would grow with the row's bound; not negative.
  double price(std::size_t row) const;

 private:
  struct Model;
  std::unique_ptr<Model> model_;
};

/// x of an optimum, proven, of a program with whole numbers. Throws NotConverged.
std::vector<double> maximize_whole(LinearProgram const&);

}  // namespace fairslot::pool
