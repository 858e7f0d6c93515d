// Slurm: jobs as sacct tells of them, nodes as scontrol does.
#include <algorithm>
#include <array>
#include <deque>
#include <map>
#include <set>

#include "host/traces/formats/all.hpp"
#include "host/traces/rows.hpp"

namespace fairslot::traces::formats {
namespace {

using Classes = std::vector<std::int32_t>;

/// Calls body(part) for each part of a list.
template <class Body>
void for_each_part(std::string_view list, char between, Body const& body) {
  while (!list.empty()) {
    std::string_view const part = list.substr(0, list.find(between));
    body(part);
    list.remove_prefix(std::min(list.size(), part.size() + 1));
  }
}

/// GPUs of "gpu:a100:4(S:0-1),gpu:2": the last number of each part, 1 where there is none.
std::int64_t gpus_of_node(Field gres) {
  std::string plain;
  int depth = 0;
  for (char const c : gres.text) {
    depth += c == '(';
    if (depth == 0) plain += c;
    depth -= c == ')';
  }
  std::int64_t sum = 0;
  for_each_part(plain, ',', [&](std::string_view part) {
    if (part.substr(0, part.find(':')) != "gpu") return;
    auto const number = parse_decimal(part.substr(part.rfind(':') + 1));
    sum += number ? count({gres.name, part.substr(part.rfind(':') + 1)}) : 1;
  });
  return sum;
}

/// GPUs of "cpu=4,gres/gpu=2,gres/gpu:a100=2": those without a type, else of all types.
std::int64_t gpus_of_job(Field tres) {
  std::int64_t all = -1, typed = 0;
  for_each_part(tres.text, ',', [&](std::string_view part) {
    std::string_view const key = part.substr(0, part.find('='));
    if (key != "gres/gpu" && !key.starts_with("gres/gpu:")) return;
    std::int64_t const number =
        count({tres.name, part.substr(std::min(key.size() + 1, part.size()))});
    if (key == "gres/gpu") all = number;
    if (key != "gres/gpu") typed += number;
  });
  return all >= 0 ? all : typed;
}

/// MiB of one of `nodes` nodes of a job with `cpus` cores: "4Gc" is a core's, "4Gn" a node's, "4G"
/// the job's, "4000" as many MiB.
std::int32_t memory_of_node(Field field, std::int32_t cpus, std::int32_t nodes) {
  std::string_view text = field.text;
  std::int64_t times = 1, parts = nodes;
  if (text.ends_with('c')) times = cpus;
  if (text.ends_with('n')) times = nodes;
  if (text.ends_with('c') || text.ends_with('n')) text.remove_suffix(1);
  constexpr std::string_view units = "KMGTP";
  auto const unit = text.empty() ? units.npos : units.find(text.back());
  if (unit != units.npos) text.remove_suffix(1);
  if (unit == 0) parts *= 1024;
  if (unit != units.npos && unit > 1) times <<= 10 * (unit - 1);
  Decimal const value = number({field.name, text});
  return amount_of(field.name, value.negative ? -1 : value.up_by(times, parts), field.text);
}

/// What `scontrol show node` says of a node at a time. A node begins by its name, or, where that is
/// damaged, by what the one before it has said already.
class NodeRows {
 public:
  explicit NodeRows(Input& input)
      : input_(input), lines_(input.name(), std::make_unique<InputBytes>(input)) {}

  bool next() {
    if (!nodes_.empty()) nodes_.pop_front();
    in_good_words(input_, [&] {
      for (char const* line; nodes_.size() < 2 && (line = lines_.next_line()) != nullptr;)
        read(line);
    });
    return !nodes_.empty();
  }
  std::int64_t line() const { return nodes_.front().line; }
  Field operator[](std::string_view key) const {
    auto const at = nodes_.front().values.find(key);
    bool const known = at != nodes_.front().values.end();
    return {key, known ? std::string_view(at->second) : std::string_view()};
  }

 private:
  struct Node {
    std::int64_t line;
    std::map<std::string, std::string, std::less<>> values;
  };

  void read(std::string_view line) {
    constexpr std::array<std::string_view, 5> wanted{"NodeName", "CPUTot", "RealMemory", "Gres",
                                                     "Partitions"};
    for_each_part(line, ' ', [&](std::string_view word) {
      std::string_view const key = word.substr(0, word.find('='));
      if (key.size() == word.size() || !std::ranges::count(wanted, key)) return;
      if (key == "NodeName" || nodes_.empty() || nodes_.back().values.contains(key))
        nodes_.push_back({static_cast<std::int64_t>(lines_.get_file_line()), {}});
      nodes_.back().values.emplace(key, word.substr(key.size() + 1));
    });
  }

  Input& input_;
  io::LineReader lines_;
  std::deque<Node> nodes_;  // the first is the current one
};

/// Nodes of the same partitions are a class. Of each partition its classes.
std::map<std::string, Classes, std::less<>> read_classes(Import& importing, Input& input) {
  std::map<std::string, Classes, std::less<>> classes_of;
  NodeRows rows(input);
  importing.for_each(rows, [&] {
    Field const partitions = rows["Partitions"];
    std::int64_t const gpus = gpus_of_node(rows["Gres"]);
    importing.add({.name = std::string(name(rows["NodeName"])),
                   .of_class = 0,
                   .capacity = {amount(rows["CPUTot"], 1000), amount(rows["RealMemory"]),
                                amount_of("Gres", gpus * 1000, rows["Gres"].text)}},
                  partitions.is_empty() ? Field{"Partitions", "none"} : partitions);
    std::int32_t const own = importing.draft().nodes.back().of_class;
    for_each_part(partitions.text, ',', [&](std::string_view partition) {
      Classes& classes = classes_of[std::string(partition)];
      if (!std::ranges::count(classes, own)) classes.push_back(own);
    });
  });
  return classes_of;
}

/// Of the partitions that a job names.
Classes classes_of_job(Import& importing, Field partitions, bool nodes,
                       std::map<std::string, Classes, std::less<>> const& known) {
  std::set<std::int32_t> classes;
  for_each_part(name(partitions), ',', [&](std::string_view partition) {
    if (!nodes) classes.insert(importing.draft().classes.number(partition));
    auto const at = known.find(partition);
    if (at != known.end()) classes.insert(at->second.begin(), at->second.end());
  });
  if (classes.empty()) throw BadRow("Partition is no node's", partitions.text);
  return {classes.begin(), classes.end()};
}

void read_sacct(Import& importing) {
  enum { id, user, account, partition, submit, elapsed, nnodes, ncpus, req_mem, tres };
  bool const by_user = importing.one_of("user_by", {"account", "user"}) == 1;
  bool const nodes = importing.inputs() > 1;
  std::map<std::string, Classes, std::less<>> known;
  importing.draft().resources = {"cpu_milli", "mem_mib", "gpu_milli"};
  if (nodes) importing.read(1, [&](Input& input) { known = read_classes(importing, input); });
  importing.read(0, [&](Input& input) {
    ColumnRows<10, io::no_quote_escape<'|'>> rows(
        input, {"JobIDRaw", "User", "Account", "Partition", "Submit", "ElapsedRaw", "NNodes",
                "NCPUS", "ReqMem", "AllocTRES"});
    importing.for_each(rows, [&] {
      TracedJob job;
      job.submit = timestamp(rows[submit]);
      job.duration = duration(0, milliseconds(rows[elapsed]), rows[elapsed].text);
      job.tasks = count(rows[nnodes]);
      if (job.tasks == 0) throw BadRow("NNodes is 0");
      std::int32_t const cpus = count(rows[ncpus]);
      Decimal const total{.digits = static_cast<std::uint64_t>(cpus)};
      Decimal const gpus{.digits = static_cast<std::uint64_t>(gpus_of_job(rows[tres]))};
      job.demand = {amount_of("NCPUS", total.up_by(1000, job.tasks), rows[ncpus].text),
                    memory_of_node(rows[req_mem], cpus, job.tasks),
                    amount_of("AllocTRES", gpus.up_by(1000, job.tasks), rows[tres].text)};
      job.allowed = importing.allow(classes_of_job(importing, rows[partition], nodes, known));
      importing.add(job, rows[by_user ? user : account], rows[id]);
    });
  });
}

}  // namespace

Format const sacct = {.name = "sacct",
                      .inputs = "what sacct writes, and if wanted scontrol show node",
                      .least = 1,
                      .most = 2,
                      .resources = "cpu_milli, mem_mib, gpu_milli",
                      .user = "by user_by",
                      .job = "a job: a task a node",
                      .settings = {{"user_by", "user", "user, or account"}},
                      .read = read_sacct};

}  // namespace fairslot::traces::formats
