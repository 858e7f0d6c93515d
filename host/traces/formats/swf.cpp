// Standard Workload Format: logs of the Parallel Workloads Archive.
#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "host/traces/formats/all.hpp"
#include "host/traces/rows.hpp"
#include "kernels/problem.hpp"

namespace fairslot::traces::formats {
namespace {

/// Fields of the standard, from 1.
enum : std::size_t {
  number_of_job = 1,
  submit = 2,
  run_time = 4,
  allocated = 5,
  used_memory = 7,
  requested = 8,
  requested_memory = 10,
  user = 12,
  partition = 16,
  fields = 18
};
constexpr std::array<std::string_view, fields + 1> field_names = {"",
                                                                  "job number",
                                                                  "submit time",
                                                                  "wait time",
                                                                  "run time",
                                                                  "processors",
                                                                  "CPU time",
                                                                  "memory used",
                                                                  "processors requested",
                                                                  "time requested",
                                                                  "memory requested",
                                                                  "status",
                                                                  "user",
                                                                  "group",
                                                                  "application",
                                                                  "queue",
                                                                  "partition",
                                                                  "preceding job",
                                                                  "think time"};

/// Numbers between blanks; lines from ";" on tell of the log.
class LogRows {
 public:
  explicit LogRows(Input& input)
      : input_(input), lines_(input.name(), std::make_unique<InputBytes>(input)) {}

  bool next() {
    return in_good_words(input_, [&] {
      for (char const* line; (line = lines_.next_line()) != nullptr;) {
        std::string_view const text = line;
        if (text.starts_with(';')) read_header(text);
        if (split(text)) return true;
      }
      return false;
    });
  }
  std::int64_t line() const { return lines_.get_file_line(); }
  Field operator[](std::size_t field) const { return {field_names[field], text_[field]}; }
  bool is_known(std::size_t field) const { return text_[field] != "-1"; }
  std::int64_t most_processors() const { return most_processors_; }

 private:
  /// "; MaxProcs: 128"
  void read_header(std::string_view line) {
    constexpr std::string_view key = "MaxProcs:";
    auto const at = line.find(key);
    if (at == line.npos) return;
    line.remove_prefix(at + key.size());
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    auto const value = parse_decimal(line.substr(0, line.find_first_of(" \t\r")));
    if (value && !value->negative) most_processors_ = value->up();
  }

  /// False: nothing but blanks, or a line about the log.
  bool split(std::string_view line) {
    std::size_t field = 0;
    for (;;) {
      line.remove_prefix(std::min(line.find_first_not_of(" \t\r"), line.size()));
      if (line.empty() || (field == 0 && line[0] == ';')) break;
      std::string_view const word = line.substr(0, line.find_first_of(" \t\r"));
      if (++field > fields) throw BadRow("more than 18 fields");
      text_[field] = word;
      line.remove_prefix(word.size());
    }
    if (field > 0 && field < fields) throw BadRow("fewer than 18 fields");
    return field > 0;
  }

  Input& input_;
  io::LineReader lines_;
  std::array<std::string_view, fields + 1> text_;
  std::int64_t most_processors_ = 0;
};

/// The first of these fields that is known; else 0.
std::int32_t first_known(LogRows const& rows, std::size_t one, std::size_t other) {
  for (std::size_t const field : {one, other})
    if (rows.is_known(field) && count(rows[field]) > 0) return count(rows[field]);
  return 0;
}

TracedJob job_of(LogRows const& rows) {
  TracedJob job;
  job.submit = milliseconds(rows[submit]);
  if (!rows.is_known(run_time)) throw BadRow("run time is not known");
  job.duration = duration(0, milliseconds(rows[run_time]), rows[run_time].text);
  job.tasks = first_known(rows, requested, allocated);
  if (job.tasks == 0) throw BadRow("processors are not known");
  std::int64_t const kib = first_known(rows, requested_memory, used_memory);
  job.demand = {1000, static_cast<std::int32_t>((kib + 1023) / 1024)};
  return job;
}

/// Nodes of so many cores, the last one of those that are left. Their memory is as it is set, or
/// enough for whatever the cores run.
void add_nodes(Import& importing, std::int64_t processors, std::int32_t most_memory) {
  constexpr std::int64_t most_nodes = 10'000'000;
  std::int64_t const cores = importing.integer("cores_per_node", 1, 1'000'000);
  std::int64_t const given = importing.integer("node_mem_mib", 0, limits::capacity);
  if (processors / cores >= most_nodes)
    throw InputError(fmt::format("MaxProcs: {} make too many nodes (allowed: at most {})",
                                 processors, most_nodes));
  for (std::int64_t first = 0; first < processors; first += cores) {
    auto const own = std::min(cores, processors - first);
    std::int64_t const memory = given > 0 ? given : std::min(own * most_memory, limits::capacity);
    importing.add(
        {.name = fmt::format("node{}", first / cores),
         .of_class = 0,
         .capacity = {static_cast<std::int32_t>(own * 1000), static_cast<std::int32_t>(memory)}},
        Field{"class", "node"});
  }
}

void require_no_nodes(Import const& importing) {
  for (auto const& [name, unset] : {std::pair{"cores_per_node", "1"}, {"node_mem_mib", "0"}})
    if (importing.setting(name) != unset)
      throw InputError(fmt::format(
          "--set {}: {} has no meaning with partition=true, which makes no nodes (allowed: {})",
          name, shown(importing.setting(name)), unset));
}

void read_swf(Import& importing) {
  bool const by_partition = importing.flag("partition");
  if (by_partition) require_no_nodes(importing);
  std::int32_t most_memory = 0;
  std::int64_t processors = 0;
  importing.read(0, [&](Input& input) {
    LogRows rows(input);
    importing.for_each(rows, [&] {
      TracedJob job = job_of(rows);
      if (by_partition && rows.is_known(partition))
        job.allowed = importing.allow({importing.draft().classes.number(name(rows[partition]))});
      importing.add(job, rows[user], rows[number_of_job]);
      most_memory = std::max(most_memory, job.demand[1]);
    });
    processors = rows.most_processors();
  });
  importing.draft().resources = {"cpu_milli"};
  if (most_memory > 0) importing.draft().resources.push_back("mem_mib");
  if (!by_partition) add_nodes(importing, processors, most_memory);
}

}  // namespace

Format const swf = {.name = "swf",
                    .inputs = "a log",
                    .least = 1,
                    .most = 1,
                    .resources = "cpu_milli and, where some job's memory is known, mem_mib",
                    .user = "a user (12)",
                    .job = "a line: tasks of one core each, no gang",
                    .settings = {{"partition", "false",
                                  "true: partitions (16) are classes, and there are no nodes"},
                                 {"cores_per_node", "1", "MaxProcs of the header / this are nodes"},
                                 {"node_mem_mib", "0", "memory of a node; 0: enough for any job"}},
                    .read = read_swf};

}  // namespace fairslot::traces::formats
