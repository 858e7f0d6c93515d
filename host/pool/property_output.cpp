// What experiment "properties" has found, for people, programs and figures.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <limits>
#include <nlohmann/json.hpp>

#include "host/pool/property_study.hpp"

namespace fairslot::pool {
namespace {

constexpr std::size_t how_length = 200;
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

/// What Ghodsi et al. 2011, Table 2, says of a mechanism and a property.
enum class Claim : std::int32_t { none, holds, broken };
constexpr std::string_view claim_names[] = {"none", "holds", "broken"};
struct Published {
  std::string_view mechanism;
  std::array<std::string_view, 3> broken;  ///< of the table's properties it has all others
};
constexpr Published published[] = {
    {"drf", {"resource_monotonicity"}},
    {"asset_fairness", {"sharing_incentive", "bottleneck_fairness", "resource_monotonicity"}},
    {"ceei", {"strategy_proofness", "population_monotonicity", "resource_monotonicity"}}};
constexpr std::string_view not_in_the_table = "no_justified_complaints";

Claim claim_of(std::string_view mechanism, std::string_view property) {
  auto const* const row = std::ranges::find(published, mechanism, &Published::mechanism);
  if (row == std::end(published) || property == not_in_the_table) return Claim::none;
  return std::ranges::count(row->broken, property) ? Claim::broken : Claim::holds;
}

std::vector<std::vector<double>> demands_of(Instance const& in) {
  std::vector<std::vector<double>> all;
  for (std::size_t i = 0; i < in.N(); ++i)
    all.emplace_back(in.demand_of(i).begin(), in.demand_of(i).end());
  return all;
}

std::string text_of(Instance const& in) {
  std::vector<std::string> users;
  for (auto const& own : demands_of(in)) users.push_back(fmt::format("<{}>", fmt::join(own, ", ")));
  return fmt::format("of <{}>, tasks of {}", fmt::join(in.capacity, ", "), fmt::join(users, ", "));
}

nlohmann::ordered_json json_of(Instance const& in, Shortfall const& shortfall) {
  return {{"capacity", in.capacity}, {"demand", demands_of(in)}, {"user", shortfall.user},
          {"have", shortfall.have},  {"due", shortfall.due},     {"how", shortfall.how}};
}

record::Sink sink_of(std::vector<std::string> mechanisms) {
  using enum record::ColumnType;
  record::Column property{"property", i32};
  for (Property const& own : properties()) property.states.emplace_back(own.name);
  record::Column claim{"published", i32};
  claim.states.assign(std::begin(claim_names), std::end(claim_names));
  record::Columns witnesses{property, {"instance", i32}, {"user", i32}};
  for (std::string const& r : resource_names(resources_drawn)) {
    witnesses.push_back({"capacity_" + r, f64});
    witnesses.push_back({"demand_" + r, f64});
  }
  return {"properties",
          std::move(mechanisms),
          {{"cells", record::after_point_and_sample({property,
                                                     {"tried", i64},
                                                     {"broken", i64},
                                                     {"largest", f64},
                                                     claim,
                                                     record::text_column("how", how_length)})},
           {"witnesses", record::after_point_and_sample(std::move(witnesses))},
           {"examples", record::after_point_and_sample(
                            {property, {"broken", i32}, record::text_column("how", how_length)})}}};
}

void put_witness(record::Rows& table, std::int32_t property, Witness const& witness) {
  Instance const& in = witness.in;
  for (std::size_t i = 0; i < in.N(); ++i) {
    table.put(std::int32_t{0}, std::int32_t{0}, property, static_cast<std::int32_t>(witness.number),
              static_cast<std::int32_t>(i));
    for (std::size_t r = 0; r < resources_drawn; ++r) {
      bool const there = r < in.K();
      table.put(there ? in.capacity[r] : not_a_number, there ? in.demand_of(i)[r] : not_a_number);
    }
  }
}

std::string_view how_of(Cell const& cell) {
  return cell.smallest ? std::string_view(cell.smallest->shortfall.how) : std::string_view();
}

}  // namespace

std::pair<std::int64_t, std::int64_t> PropertyStudy::agreement() const {
  std::int64_t cells = 0, agree = 0;
  for (std::size_t s = 0; s < subjects_.size(); ++s)
    for (std::size_t p = 0; p < properties().size(); ++p) {
      Claim const claim = claim_of(name_of(s), properties()[p].name);
      if (claim == Claim::none || cell(s, p).tried == 0) continue;
      ++cells;
      agree += (claim == Claim::broken) == (cell(s, p).broken > 0);
    }
  return {cells, agree};
}

std::string PropertyStudy::witnesses() const {
  std::string text;
  for (std::size_t s = 0; s < subjects_.size(); ++s)
    for (std::size_t p = 0; p < properties().size(); ++p)
      if (auto const& own = cell(s, p).smallest)
        text += fmt::format("    {}, {}: {}: {}\n", name_of(s), properties()[p].name,
                            text_of(own->in), own->shortfall.how);
  return text.empty() ? text : "  the smallest instance that breaks each\n" + text;
}

std::string PropertyStudy::examples() const {
  std::string text;
  std::int64_t found = 0;
  for (Example const& own : examples_) {
    found += own.found.broken;
    text += fmt::format("    {}, {}: {}: {}\n", name_of(own.subject),
                        properties()[own.property].name, text_of(own.in),
                        own.found.broken ? own.found.smallest->shortfall.how : "not broken");
  }
  if (text.empty()) return text;
  return fmt::format("  examples: {} of {} break what they are to break\n", found,
                     examples_.size()) +
         text;
}

std::string PropertyStudy::table() const {
  std::string text = fmt::format(
      "{}: how many of {} instances with {} to {} users break a property; published: + none, - "
      "some\n  {:<26}",
      head_.name, instances_, least_users_drawn, most_users_, "property");
  for (std::size_t s = 0; s < subjects_.size(); ++s) text += fmt::format("{:>18}", name_of(s));
  text += "\n";
  constexpr std::string_view marks[] = {" ", "+", "-"};
  for (std::size_t p = 0; p < properties().size(); ++p) {
    text += fmt::format("  {:<26}", properties()[p].name);
    for (std::size_t s = 0; s < subjects_.size(); ++s) {
      Cell const& own = cell(s, p);
      std::string const of = own.tried < instances_ ? fmt::format(" of {}", own.tried) : "";
      text +=
          fmt::format("{:>16} {}", fmt::format("{}{}", own.broken, of),
                      marks[static_cast<std::size_t>(claim_of(name_of(s), properties()[p].name))]);
    }
    text += "\n";
  }
  auto const [cells, agree] = agreement();
  text += fmt::format("  {} of {} cells agree with Ghodsi et al. 2011, Table 2\n", agree, cells);
  return text + witnesses() + examples();
}

std::string PropertyStudy::json() const {
  using json = nlohmann::ordered_json;
  json cells = json::array(), examples = json::array();
  for (std::size_t s = 0; s < subjects_.size(); ++s)
    for (std::size_t p = 0; p < properties().size(); ++p) {
      Cell const& own = cell(s, p);
      Claim const claim = claim_of(name_of(s), properties()[p].name);
      cells.push_back({{"mechanism", name_of(s)},
                       {"property", properties()[p].name},
                       {"tried", own.tried},
                       {"broken", own.broken},
                       {"largest", own.largest},
                       {"published", claim_names[static_cast<std::size_t>(claim)]}});
      if (own.smallest) {
        cells.back()["witness"] = json_of(own.smallest->in, own.smallest->shortfall);
        cells.back()["witness"]["instance"] = own.smallest->number;
      }
    }
  for (Example const& own : examples_) {
    examples.push_back({{"mechanism", name_of(own.subject)},
                        {"property", properties()[own.property].name},
                        {"broken", own.found.broken > 0}});
    if (own.found.smallest)
      examples.back()["witness"] = json_of(own.in, own.found.smallest->shortfall);
  }
  auto const [published_cells, agree] = agreement();
  return json{{"experiment", head_.name}, {"instances", instances_}, {"published", published_cells},
              {"agree", agree},           {"cells", cells},          {"examples", examples}}
             .dump(2) +
         "\n";
}

record::Published PropertyStudy::write(std::string const& path) const {
  std::vector<std::string> names;
  std::vector<std::vector<record::Rows>> groups;
  std::int32_t const zero = 0;
  for (std::size_t s = 0; s < subjects_.size(); ++s) {
    names.push_back(name_of(s));
    auto& tables = groups.emplace_back(3);
    for (std::size_t p = 0; p < properties().size(); ++p) {
      Cell const& own = cell(s, p);
      auto const property = static_cast<std::int32_t>(p);
      tables[0].put(zero, zero, property);
      tables[0].put(own.tried, own.broken);
      tables[0].put(own.largest);
      tables[0].put(static_cast<std::int32_t>(claim_of(names.back(), properties()[p].name)));
      tables[0].put_text(how_of(own), how_length);
      if (own.smallest) put_witness(tables[1], property, *own.smallest);
    }
    for (Example const& own : examples_) {
      if (own.subject != s) continue;
      tables[2].put(zero, zero, static_cast<std::int32_t>(own.property),
                    static_cast<std::int32_t>(own.found.broken));
      tables[2].put_text(how_of(own.found), how_length);
    }
  }
  return write_tables(path, head_, {}, sink_of(std::move(names)), groups);
}

}  // namespace fairslot::pool
