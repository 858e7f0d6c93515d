// Experiment "ddrf_scaling": how long dynamic DRF takes for ever more users, beside two slower
// procedures that have to come to the same.
#include <fmt/format.h>
#include <time.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

#include "host/interrupt.hpp"
#include "host/pool/arrivals_program.hpp"
#include "host/pool/arrivals_sorted.hpp"
#include "host/pool/document.hpp"
#include "host/pool/experiment.hpp"
#include "host/pool/mechanisms/ddrf.hpp"
#include "host/pool/nodes.hpp"
#include "host/pool/random_arrivals.hpp"

namespace fairslot::pool {
namespace {

std::vector<double> levels_by_groups(Instance const& in) {
  return mechanisms::Ddrf().solve(in, Steps::none).level;
}

// The mechanism itself first.
struct Procedure {
  std::string_view name;
  std::vector<double> (*levels)(Instance const&);
};
constexpr Procedure procedures[] = {
    {"ddrf", levels_by_groups}, {"sorting", levels_by_sorting}, {"program", levels_by_programs}};
constexpr std::size_t count = std::size(procedures);

constexpr std::int64_t most_users_timed = 1'000'000, most_repetitions = 1000;
/// Of a repetition: shorter procedures are called again, so that the clock does not show.
constexpr double least_seconds = 1e-3;

/// Of this thread on its core: what else runs there does not count.
double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// Of a call.
template <class Call>
double seconds_of(Call const& call) {
  for (std::int64_t calls = 1;; calls *= 2) {
    double const start = processor_seconds();
    for (std::int64_t i = 0; i < calls; ++i) call();
    double const passed = processor_seconds() - start;
    if (passed >= least_seconds) return passed / static_cast<double>(calls);
  }
}

/// Of tasks, as of levels: x is the level times what does not change.
double largest_difference(std::vector<double> const& a, std::vector<double> const& b) {
  double most = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    most = std::max(most, std::abs(a[i] - b[i]) / std::max(std::abs(a[i]), std::abs(b[i])));
  return most;
}

/// Of a procedure and a size.
struct Timed {
  std::vector<double> seconds;  ///< [repetitions]
  double difference;            ///< the largest of x from the mechanism's, relative
  double median() const { return Band(seconds).median; }
};

class DdrfScaling final : public Experiment {
 public:
  DdrfScaling(Document const& document, std::string name) {
    Keys keys(document.root, "");
    head_ = head_of(keys, document, std::move(name));
    head_.seed = seed_of(keys);
    read_sizes(keys.get("sizes", "a list of numbers of users"));
    resources_ = integer_or(keys, "resources", 1, most_resources, resources_);
    repetitions_ = integer_or(keys, "repetitions", 1, most_repetitions, repetitions_);
    up_to_[1] = integer_or(keys, "sorting_up_to", 0, most_users_timed, 10'000);
    up_to_[2] = integer_or(keys, "program_up_to", 0, most_users_timed, 1000);
    if (auto const* const given = keys.find("tolerance"))
      tolerance_ = number(*given, "tolerance", {0, 1});
    keys.refuse_others();
  }

  void run(int) override {
    Random const random(head_.seed, 0);
    for (std::int64_t const size : sizes_) time_one(random, size);
  }

  std::string table() const override;
  std::string json() const override;
  record::Published write(std::string const& path) const override;

 private:
  void read_sizes(scenario::Value const& given) {
    for (scenario::Value const& element : list(given, "sizes", "numbers of users")) {
      std::string const key = fmt::format("sizes.{}", sizes_.size());
      std::int64_t const least = sizes_.empty() ? 1 : sizes_.back() + 1;
      sizes_.push_back(integer(element, key, least, most_users_timed));
    }
    if (sizes_.empty()) refuse(given, "sizes", "at least one number of users");
  }
  bool runs(std::size_t procedure, std::int64_t size) const { return size <= up_to_[procedure]; }
  void time_one(Random const&, std::int64_t size);
  Timed timed(std::size_t procedure, Instance const&, std::vector<double> const& levels) const;
  void require_same(std::int64_t size, std::size_t procedure, double difference) const;

  ExperimentHead head_;
  std::vector<std::int64_t> sizes_;
  std::int64_t resources_ = 4, repetitions_ = 5, up_to_[count] = {most_users_timed};
  double tolerance_ = 1e-7;
  std::vector<Timed> times_[count];  ///< of the first sizes
};

void DdrfScaling::time_one(Random const& random, std::int64_t size) {
  Draws draws(random, Draw::arriving, 0, static_cast<std::uint32_t>(size));
  Instance const in =
      draw_arrivals(draws, static_cast<std::size_t>(size), static_cast<std::size_t>(resources_), 0);
  auto const levels = procedures[0].levels(in);
  for (std::size_t p = 0; p < count; ++p)
    if (runs(p, size)) {
      times_[p].push_back(timed(p, in, levels));
      require_same(size, p, times_[p].back().difference);
    }
}

Timed DdrfScaling::timed(std::size_t procedure, Instance const& in,
                         std::vector<double> const& levels) const {
  Timed own{{}, 0};
  std::vector<double> found;
  for (std::int64_t turn = 0; turn < repetitions_; ++turn) {
    stop_if_interrupted();
    own.seconds.push_back(seconds_of([&] { found = procedures[procedure].levels(in); }));
  }
  own.difference = largest_difference(levels, found);
  return own;
}

void DdrfScaling::require_same(std::int64_t size, std::size_t procedure, double difference) const {
  if (!(difference <= tolerance_))
    throw std::runtime_error(fmt::format(
        "{}: {} users: tasks of ddrf and of {} differ by {:.3g}, relative (allowed: {:.3g})",
        head_.name, size, procedures[procedure].name, difference, tolerance_));
}

std::string DdrfScaling::table() const {
  std::string text = fmt::format(
      "{}: seconds of a core for users who come one by one, {} resources, medians of {}\n"
      "  {:>9}{:>12}{:>12}{:>12}{:>15}{:>15}{:>20}\n",
      head_.name, resources_, repetitions_, "users", "ddrf", "sorting", "program", "sorting / ddrf",
      "program / ddrf", "largest difference");
  for (std::size_t s = 0; s < sizes_.size(); ++s) {
    std::string seconds, ratios;
    double difference = 0;
    for (std::size_t p = 0; p < count; ++p) {
      bool const there = s < times_[p].size();
      double const own = there ? times_[p][s].median() : 0;
      seconds += there ? fmt::format("{:>12.3g}", own) : fmt::format("{:>12}", "-");
      if (p == 0) continue;
      ratios += there ? fmt::format("{:>14.1f}x", own / times_[0][s].median())
                      : fmt::format("{:>15}", "-");
      if (there) difference = std::max(difference, times_[p][s].difference);
    }
    text += fmt::format("  {:>9}{}{}{:>20.2g}\n", sizes_[s], seconds, ratios, difference);
  }
  return text;
}

std::string DdrfScaling::json() const {
  using json = nlohmann::ordered_json;
  json all = json::array();
  for (std::size_t p = 0; p < count; ++p) {
    json sizes = json::array();
    for (std::size_t s = 0; s < times_[p].size(); ++s)
      sizes.push_back({{"users", sizes_[s]},
                       {"median_seconds", times_[p][s].median()},
                       {"seconds", times_[p][s].seconds},
                       {"difference", times_[p][s].difference}});
    all.push_back({{"procedure", procedures[p].name}, {"sizes", sizes}});
  }
  return json{{"experiment", head_.name}, {"resources", resources_}, {"procedures", all}}.dump(2) +
         "\n";
}

record::Published DdrfScaling::write(std::string const& path) const {
  using enum record::ColumnType;
  record::Sink sink{"ddrf_scaling", {}, {}};
  sink.tables.push_back(
      {"times", record::after_point_and_sample(
                    {{"users", i64}, {"repetition", i32}, {"seconds", f64}, {"difference", f64}})});
  std::vector<std::vector<record::Rows>> groups;
  for (std::size_t p = 0; p < count; ++p) {
    sink.groups.emplace_back(procedures[p].name);
    record::Rows& table = groups.emplace_back(1)[0];
    for (std::size_t s = 0; s < times_[p].size(); ++s)
      for (std::size_t turn = 0; turn < times_[p][s].seconds.size(); ++turn) {
        table.put(std::int32_t{0}, std::int32_t{0});
        table.put(sizes_[s]);
        table.put(static_cast<std::int32_t>(turn));
        table.put(times_[p][s].seconds[turn], times_[p][s].difference);
      }
  }
  return write_tables(path, head_, {}, sink, groups);
}

}  // namespace

std::unique_ptr<Experiment> ddrf_scaling(Document const& document, std::string name) {
  return std::make_unique<DdrfScaling>(document, std::move(name));
}

}  // namespace fairslot::pool
