#include "tests/stages/random_instance.hpp"

#include <random>

namespace fairslot::stages {
namespace {

class Maker {
 public:
  Maker(std::uint64_t seed, RandomShape const& shape) : shape_(shape), random_(seed) {}

  Scenario scenario() {
    Scenario s;
    s.name = "random", s.samples = 1;
    s.seed = static_cast<std::int64_t>(random_() % 1000);
    s.workers.change() = {};
    tight_ = !shape_.exact && below(2) == 0;
    for (int w = below(4); w >= 0; --w)
      s.workers.change().push_back(
          {1,
           {shape_.roomy ? 1000.0 : quarters(4, 16), tight_          ? quarters(5, 9)
                                                     : shape_.uneven ? quarters(4, 8)
                                                                     : quarters(8, 32)}});
    s.settings.known = shape_.exact || below(2) == 0;
    s.settings.locality = below(3) == 0;
    s.settings.penalty = below(2) == 0 ? 0.0 : 0.5;
    s.settings.min_similar = 1 + below(3);
    s.settings.patience = 300;
    if (shape_.services) add_job(s, 0, true);
    for (int jobs = 1 + below(7); jobs > 0; --jobs) add_job(s, time(0, 60), false);
    if (shape_.background) add_load(s);
    return s;
  }

 private:
  int below(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }
  /// A multiple of a quarter, least .. most.
  double quarters(int least, int most) { return least + 0.25 * below(4 * (most - least) + 1); }

  /// That, or a multiple of a tenth: sums that are equal are not so to the bit.
  double time(int least, int most) {
    return shape_.uneven ? least + 0.1 * below(10 * (most - least) + 1) : quarters(least, most);
  }

  StageRows stages() {
    StageRows rows;
    for (int i = shape_.one_stage ? 0 : below(4); i >= 0; --i)
      rows.push_back({quarters(0, 3) + 0.25, quarters(0, 4), time(0, 12) + 0.25});
    return rows;
  }

  void add_job(Scenario& s, double submit, bool service) {
    Scenario::Job& job = s.jobs.change().emplace_back();
    job.submit = submit;
    job.queue = below(3);
    job.logic = std::string(1, static_cast<char>('a' + below(3)));
    auto& all = job.tasks.change();
    for (int g = service ? 0 : below(3); g >= 0; --g) {
      Scenario::JobTasks& tasks = all.emplace_back();
      tasks.count = 1 + below(service ? 1 : 6);
      tasks.stages = stages();
      tasks.service = service;
      tasks.input = below(2) * 64.0;
      if (tight_)
        tasks.request = {quarters(0, 1), quarters(0, 2)};  // more is needed: tasks are killed
      else if (!shape_.exact && below(3) == 0)
        tasks.request = {quarters(1, 3), quarters(1, 5)};
      if (shape_.deadlines && below(2) == 0) tasks.deadline = time(5, 120);
      if (all.size() > 1 && below(2) == 0) tasks.after = std::to_string(all.size() - 2);
    }
    if (shape_.exact) s.request_factor = 1;
  }

  void add_load(Scenario& s) {
    for (int changes = below(6); changes > 0; --changes)
      s.load.change().push_back({quarters(0, 100),
                                 below(static_cast<int>(s.workers.size())),
                                 {quarters(0, 4), quarters(0, 8)}});
    for (std::int64_t w = 0; w < std::ssize(*s.workers); ++w)
      s.load.change().push_back({150, w, {0, 0}});
  }

  RandomShape shape_;
  bool tight_ = false;  ///< memory is
  std::mt19937_64 random_;
};

}  // namespace

Scenario random_scenario(std::uint64_t seed, RandomShape const& shape) {
  return Maker(seed, shape).scenario();
}

}  // namespace fairslot::stages
