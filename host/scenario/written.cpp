#include "host/scenario/written.hpp"

#include <fmt/format.h>

#include "host/scenario/document.hpp"

namespace fairslot::scenario {

Written::Written(Value const& root) {
  constexpr auto kept = "workload";
  auto const* const table = std::get_if<Table>(&root.data);
  Entry const* const workload = table ? table->find(kept) : nullptr;
  Table words;
  if (workload) words.add(kept, *workload);
  document_ = std::make_shared<Value const>(Value{root.place, std::move(words)});
}

void Written::refuse(std::string_view key, std::string_view problem) const {
  if (document_) fail(place_of(*document_, key), key, problem);
  throw KeyError(fmt::format("{}: {}", key, problem), key);
}

}  // namespace fairslot::scenario
