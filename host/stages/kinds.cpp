#include "host/stages/kinds.hpp"

#include <map>
#include <string>

namespace fairslot::stages {
namespace {

/// The bytes by which tasks of one kind differ.
std::string truth_of(Instance const& instance, Task const& task) {
  auto const* const bytes = reinterpret_cast<char const*>(instance.stages_of(task));
  return {bytes, task.stages * sizeof(Stage)};
}

}  // namespace

Kinds kinds_of(Instance const& instance, bool known) {
  Kinds result;
  std::map<std::pair<std::int32_t, std::string>, std::int32_t> ids;
  for (std::int32_t t = 0; t < instance.task_count(); ++t) {
    Task const& task = instance.tasks[static_cast<std::size_t>(t)];
    auto const [at, fresh] =
        ids.emplace(std::pair(task.kind, known ? truth_of(instance, task) : ""),
                    static_cast<std::int32_t>(result.kinds.size()));
    if (fresh) {
      result.kinds.push_back(instance.kind_of(t));
      result.example.push_back(t);
    }
    result.of.push_back(at->second);
  }
  return result;
}

}  // namespace fairslot::stages
