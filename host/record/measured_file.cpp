#include "host/record/measured_file.hpp"

#include <functional>

#include "host/record/cluster_table.hpp"
#include "host/record/run_tables.hpp"
#include "host/record/tables.hpp"

namespace fairslot::record {
namespace {

/// Bytes of the dataset that `write` makes under that name.
double stored_bytes(std::string const& name, std::function<void(H5::Group)> const& write) {
  constexpr std::size_t step = std::size_t{1} << 20;
  H5::FileAccPropList access;
  access.setCore(step, false);
  H5::H5File const file("measured", H5F_ACC_TRUNC, H5::FileCreatPropList::DEFAULT, access);
  write(file.openGroup("/"));
  return static_cast<double>(file.openDataSet(name).getStorageSize());
}

/// Parts from all over it.
std::string parts_of(std::string const& text) {
  constexpr std::size_t parts = 16, part = std::size_t{64} << 10;
  if (text.size() <= parts * part) return text;
  std::string some;
  for (std::size_t i = 0; i < parts; ++i)
    some += text.substr(i * (text.size() - part) / (parts - 1), part);
  return some;
}

}  // namespace

double stored_text_bytes(std::string const& text) {
  std::string const some = parts_of(text);
  double const bytes =
      stored_bytes("text", [&](H5::Group const& group) { write_text(group, "text", some); });
  return some.empty() ? bytes
                      : bytes * static_cast<double>(text.size()) / static_cast<double>(some.size());
}

double stored_cluster_bytes(Problem const& problem) {
  ClusterTable table(std::vector<std::string>(std::size_t(problem.resources), "r"));
  table.add(0, problem);
  return stored_bytes("cluster", [&](H5::Group const& group) { table.write(group); });
}

}  // namespace fairslot::record
