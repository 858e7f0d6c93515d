#include <utility>

#include "host/pool/document.hpp"
#include "host/pool/experiment.hpp"
#include "host/pool/results.hpp"
#include "host/record/sink_file.hpp"
#include "host/sha256.hpp"

namespace fairslot::pool {
namespace {

struct Known {
  std::string_view name;
  std::unique_ptr<Experiment> (*of)(Document const&, std::string name);
};

// All experiments.
constexpr Known known[] = {{"optimum", gap_study},
                           {"properties", property_study},
                           {"ddrf_properties", ddrf_properties},
                           {"ddrf_scaling", ddrf_scaling},
                           {"dfe", dfe_slots},
                           {"dfe_alpha", dfe_alpha},
                           {"dfe_region", dfe_region},
                           {"slot_ratios", slot_ratios}};

}  // namespace

std::unique_ptr<Experiment> experiment_of(Document const& document, std::string own_name) {
  std::vector<std::string_view> names;
  for (Known const& one : known) names.push_back(one.name);
  Keys keys(document.root, "");
  std::size_t const at = name(keys.get("experiment", "the name of one"), "experiment", names);
  return known[at].of(document, std::move(own_name));
}

ExperimentHead head_of(Keys& keys, Document const& document, std::string name) {
  text(keys.get("experiment", "the name of one"), "experiment");
  ExperimentHead head{std::move(name), document.text};
  if (scenario::Value const* const own = keys.find("name")) head.name = text(*own, "name");
  if (scenario::Value const* const own = keys.find("description")) text(*own, "description");
  return head;
}

std::uint64_t seed_of(Keys& keys) {
  return static_cast<std::uint64_t>(integer_or(keys, "seed", 1, 0xffff'ffff, 1));
}

record::Published write_tables(std::string const& path, ExperimentHead const& head,
                               std::vector<std::string> const& resources, record::Sink const& sink,
                               std::vector<std::vector<record::Rows>> const& groups) {
  record::ResultHeader header = header_of_solve(resources);
  header.name = head.name;
  header.text = head.text;
  header.hash = sha256(head.text);
  header.seed = head.seed;
  record::SinkFile file(path, header, sink);
  for (std::size_t group = 0; group < groups.size(); ++group) file.put(group, groups[group]);
  return file.finish();
}

}  // namespace fairslot::pool
