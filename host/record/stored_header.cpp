#include "host/record/stored_header.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "host/record/tables.hpp"
#include "kernels/problem.hpp"

namespace fairslot::record {
namespace {

std::int64_t integer_within(H5::Group const& group, std::string const& name, std::int64_t least,
                            std::int64_t most) {
  std::int64_t const value = integer_attribute(group, name);
  if (value < least || value > most)
    throw FormatError(
        fmt::format("{} is {} (allowed: {} to {})", place(group, name), value, least, most));
  return value;
}

constexpr std::int64_t most_i32 = std::numeric_limits<std::int32_t>::max();

bool all_different(std::vector<std::string> names) {
  std::ranges::sort(names);
  return std::ranges::adjacent_find(names) == names.end();
}

void read_scenario(H5::Group const& group, StoredHeader& header) {
  header.semantic_version = integer_within(group, "semantic_version", 1, most_i32);
  header.samples = integer_within(group, "samples", 1, most_i32);
  if (H5Aexists(group.getId(), "shards") > 0) {
    header.shard.count = integer_within(group, "shards", 2, most_i32);
    header.shard.index = integer_within(group, "shard", 0, header.shard.count - 1);
  }
  if (H5Aexists(group.getId(), "every") > 0)
    header.every = integer_within(group, "every", 2, most_i32);
  integer_attribute(group, "seed");
  header.name = text_attribute(group, "name");
  header.hash = text_attribute(group, "hash");
  header.policies = texts_attribute(group, "policies");
  header.resources = texts_attribute(group, "resources");
  if (!all_different(header.policies)) throw FormatError("/scenario@policies names one twice");
  if (header.resources.size() > max_resources)
    throw FormatError(fmt::format("/scenario@resources has more than {}", max_resources));
}

void read_run(H5::Group const& group, StoredHeader& header) {
  for (char const* const name : {"version", "commit", "device", "hdf5", "started"})
    text_attribute(group, name);
  if (H5Aexists(group.getId(), "folder") > 0) header.folder = text_attribute(group, "folder");
  integer_within(group, "threads", 1, most_i32);
  header.complete = integer_within(group, "complete", 0, 1) == 1;
  double const seconds = real_attribute(group, "seconds");
  if (!(seconds >= 0) || std::isinf(seconds))
    throw FormatError(fmt::format("/run@seconds is {}", seconds));
}

}  // namespace

StoredHeader read_header(H5::Group const& root) {
  StoredHeader header;
  read_scenario(open_group(root, "scenario"), header);
  read_run(open_group(root, "run"), header);
  return header;
}

std::string read_text(H5::Group const& root) {
  StoredTable const table(open_group(root, "scenario"), "text");
  bool const one = table.rows() == 1 && table.columns().front().first.empty();
  if (!one) throw FormatError("/scenario/text is not one text");
  std::string text;
  table.read_rows([&](std::string_view bytes) { text = bytes; });
  return text.substr(0, text.find('\0'));
}

}  // namespace fairslot::record
