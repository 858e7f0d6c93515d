/// What `fairslot solve` runs of a file that says `experiment = "..."`. A new one is a source and
/// its line in experiments.cpp.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "host/pool/read.hpp"
#include "host/record/published.hpp"
#include "host/record/sink.hpp"

namespace fairslot::pool {

class Experiment {
 public:
  virtual ~Experiment() = default;
  /// Once, before the others are called. Needs a Runtime. The results are those of any number of
  /// threads. Throws Interrupted after a signal.
  virtual void run(int threads) = 0;
  virtual std::string table() const = 0;  ///< for people
  virtual std::string json() const = 0;   ///< for programs
  virtual record::Published write(std::string const& path) const = 0;
};

/// `name`: of one that names itself not. Throws InputError.
std::unique_ptr<Experiment> experiment_of(Document const&, std::string name);

/// What all experiments say of themselves.
struct ExperimentHead {
  std::string name, text;
  std::uint64_t seed = 1;
};
class Keys;
/// Asks for `experiment`, `name` and `description`.
ExperimentHead head_of(Keys&, Document const&, std::string name);

std::uint64_t seed_of(Keys&);  ///< `seed`, 1 where there is none

/// [groups][tables] of the sink.
record::Published write_tables(std::string const& path, ExperimentHead const&,
                               std::vector<std::string> const& resources, record::Sink const&,
                               std::vector<std::vector<record::Rows>> const&);

// Each is the experiment of its name.
std::unique_ptr<Experiment> gap_study(Document const&, std::string name);
std::unique_ptr<Experiment> property_study(Document const&, std::string name);
std::unique_ptr<Experiment> ddrf_properties(Document const&, std::string name);
std::unique_ptr<Experiment> ddrf_scaling(Document const&, std::string name);
std::unique_ptr<Experiment> dfe_slots(Document const&, std::string name);
std::unique_ptr<Experiment> dfe_alpha(Document const&, std::string name);
std::unique_ptr<Experiment> dfe_region(Document const&, std::string name);
std::unique_ptr<Experiment> slot_ratios(Document const&, std::string name);

}  // namespace fairslot::pool
