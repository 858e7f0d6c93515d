/// Steps from a document to a checked Scenario, shared by reading and sweeping.
#pragma once

#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "host/scenario/document.hpp"
#include "host/scenario/scenario.hpp"

namespace fairslot::scenario {

/// What the lists of a document were read as, and their elements, by the identity of their values.
template <class Element>
struct KnownList {
  std::unordered_map<void const*, Shared<std::vector<Element>>> lists;
  std::unordered_map<void const*, Element> elements;
};
using Known =
    std::tuple<KnownList<Scenario::Group>, KnownList<Scenario::User>, KnownList<Scenario::Job>,
               KnownList<GivenEvent>, KnownList<Scenario::Sweep>, KnownList<Scenario::Compare>>;

/// Reads and checks documents; what those of one sweep share is read once.
class Builder {
 public:
  /// `name`: the scenario's where a document gives none.
  explicit Builder(std::string name) : name_(std::move(name)) {}

  /// Remembers what is in the lists of this document; it must outlive the others.
  Scenario learn(Value const& root);
  Scenario build(Value root) const;

 private:
  std::string name_;
  Known known_;
};

/// What no single key can tell: sizes that must agree, totals. Fills in names of resources.
void check(Scenario&, Value const& root);

/// What --set has changed of a file.
struct ByHand {
  std::vector<std::string> keys;  ///< those set
  std::vector<Point> points;      ///< of the file without them; empty: it is nothing without them
};

/// Whether points that differ in this key only are of one world: whoever reports numbers of one
/// reports them of the other.
bool is_same_world(std::string_view key);

/// Checks what the scenario compares at its points. Policies that by --set do not run are left out,
/// and so is what is published of points that the file does not have.
void settle_comparisons(Scenario&, Value const& root, std::vector<Point> const& points,
                        ByHand const&);

}  // namespace fairslot::scenario
