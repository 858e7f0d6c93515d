// Experiment "dfe_region": what two nodes can have of a pool, its corners, and what DRF gives them.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "host/pool/experiment.hpp"
#include "host/pool/nodes.hpp"
#include "host/pool/solver.hpp"

namespace fairslot::pool {
namespace {

using Point = std::array<double, 2>;
constexpr Numbers demands{1e-9, 1e9, true};
constexpr double corner_rounding = 1e-12;

/// a·v ≤ b.
struct Edge {
  Point a;
  double b;
};

class DfeRegion final : public Experiment {
 public:
  DfeRegion(Document const& document, std::string name) {
    Keys keys(document.root, "");
    head_ = head_of(keys, document, std::move(name));
    auto const& given = keys.get("demand", "a list of demands for each of two nodes");
    auto const& nodes = list(given, "demand", "two lists");
    if (nodes.size() != 2) refuse(given, "demand", "the demands of two nodes");
    for (std::size_t i = 0; i < 2; ++i) {
      std::string const key = fmt::format("demand.{}", i);
      demand_[i] = numbers(nodes[i], key, demands);
      if (demand_[i].empty() || demand_[i].size() > most_resources)
        refuse(nodes[i], key, fmt::format("1 to {} resources", most_resources));
      require_length(nodes[i], key, demand_[i].size(), demand_[0].size(), "one a resource");
      if (std::ranges::all_of(demand_[i], [](double d) { return d == 0; }))
        refuse(nodes[i], key, "a positive demand");
    }
    keys.refuse_others();
  }

  void run(int) override {
    std::vector<Edge> edges{{{-1, 0}, 0}, {{0, -1}, 0}};
    for (std::size_t r = 0; r < demand_[0].size(); ++r)
      edges.push_back({{demand_[0][r], demand_[1][r]}, 1});
    for (std::size_t i = 0; i < edges.size(); ++i)
      for (std::size_t j = i + 1; j < edges.size(); ++j) meet(edges, edges[i], edges[j]);
    // Around a point inside, from the first to the second axis and back.
    Point middle{};
    for (Point const& corner : corners_)
      for (std::size_t i = 0; i < 2; ++i)
        middle[i] += corner[i] / static_cast<double>(corners_.size());
    std::ranges::sort(corners_, {}, [&](Point const& p) {
      return std::atan2(p[1] - middle[1], p[0] - middle[0]);
    });
    std::vector<double> demand = demand_[0];
    demand.insert(demand.end(), demand_[1].begin(), demand_[1].end());
    Instance const in = one_pool(std::vector<double>(demand_[0].size(), 1.0), std::move(demand));
    Answer const answer = Solver("drf_uncapped").solve(in, Steps::none);
    drf_ = {answer.tasks[0], answer.tasks[1]};
  }

  std::string table() const override {
    std::string text = fmt::format("{}: what two nodes can have, in their demands\n", head_.name);
    for (Point const& p : corners_) text += fmt::format("  corner{:>12.6f}{:>12.6f}\n", p[0], p[1]);
    return text + fmt::format("  drf   {:>12.6f}{:>12.6f}\n", drf_[0], drf_[1]);
  }

  std::string json() const override {
    return nlohmann::ordered_json{{"experiment", head_.name}, {"corners", corners_}, {"drf", drf_}}
               .dump(2) +
           "\n";
  }

  record::Published write(std::string const& path) const override {
    using enum record::ColumnType;
    auto const pair = [] { return record::after_point_and_sample({{"v0", f64}, {"v1", f64}}); };
    record::Sink const sink{
        "dfe_region", {"drf_uncapped"}, {{"corners", pair()}, {"answer", pair()}}};
    std::vector<std::vector<record::Rows>> groups(1);
    groups[0].resize(2);
    auto const put = [](record::Rows& table, Point const& p) {
      table.put(std::int32_t{0}, std::int32_t{0});
      table.put(p[0], p[1]);
    };
    for (Point const& p : corners_) put(groups[0][0], p);
    put(groups[0][1], drf_);
    return write_tables(path, head_, {}, sink, groups);
  }

 private:
  /// Where two edges cross, if that is within all.
  void meet(std::vector<Edge> const& edges, Edge const& e, Edge const& f) {
    double const det = e.a[0] * f.a[1] - e.a[1] * f.a[0];
    if (std::abs(det) <= corner_rounding) return;
    Point p{(e.b * f.a[1] - f.b * e.a[1]) / det, (e.a[0] * f.b - f.a[0] * e.b) / det};
    for (double& own : p) own += 0.0;  // no -0
    for (Edge const& edge : edges)
      if (edge.a[0] * p[0] + edge.a[1] * p[1] > edge.b + corner_rounding) return;
    for (Point const& other : corners_)
      if (std::abs(other[0] - p[0]) <= corner_rounding &&
          std::abs(other[1] - p[1]) <= corner_rounding)
        return;
    corners_.push_back(p);
  }

  ExperimentHead head_;
  std::array<std::vector<double>, 2> demand_;
  std::vector<Point> corners_;
  Point drf_{};
};

}  // namespace

std::unique_ptr<Experiment> dfe_region(Document const& document, std::string name) {
  return std::make_unique<DfeRegion>(document, std::move(name));
}

}  // namespace fairslot::pool
