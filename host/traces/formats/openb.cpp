// Alibaba's cluster-trace-gpu-v2023: nodes, and pods that ask for parts of GPUs or several.
#include <fmt/format.h>

#include <algorithm>

#include "host/traces/formats/all.hpp"
#include "host/traces/rows.hpp"

namespace fairslot::traces::formats {
namespace {

constexpr std::string_view no_gpu = "CPU";  // the class of nodes without a model

void read_openb_nodes(Import& importing, Input& input) {
  enum { sn, cpu, memory, gpu, model };
  ColumnRows<5> rows(input, {"sn", "cpu_milli", "memory_mib", "gpu", "model"});
  importing.for_each(rows, [&] {
    Field const of = rows[model];
    importing.add({.name = std::string(rows[sn].text),
                   .of_class = 0,
                   .capacity = {amount(rows[cpu]), amount(rows[memory]), amount(rows[gpu], 1000)}},
                  of.is_empty() ? Field{of.name, no_gpu} : of);
  });
}

/// "V100M16|V100M32" as a set of classes.
std::int32_t allowed_by_spec(Import& importing, Field spec) {
  std::vector<std::int32_t> classes;
  for (std::string_view rest = spec.text; !rest.empty();) {
    std::string_view const model = rest.substr(0, rest.find('|'));
    classes.push_back(importing.draft().classes.number(name({spec.name, model})));
    rest.remove_prefix(std::min(rest.size(), model.size() + 1));
  }
  std::ranges::sort(classes);
  classes.erase(std::unique(classes.begin(), classes.end()), classes.end());
  return importing.allow(std::move(classes));
}

void read_pods(Import& importing, Input& input) {
  enum { pod, cpu, memory, gpus, gpu_milli, spec, qos, creation, deletion };
  ColumnRows<9> rows(input,
                     {"name", "cpu_milli", "memory_mib", "num_gpu", "gpu_milli", "gpu_spec", "qos",
                      "creation_time", "deletion_time"},
                     spec);
  enum { by_request, by_qos, by_pod };
  auto const by = importing.one_of("user_by", {"request", "qos", "pod"});
  bool const timed = rows.has(creation);
  importing.for_each(rows, [&] {
    TracedJob job;
    job.demand = {amount(rows[cpu]), amount(rows[memory]),
                  count(rows[gpus]) == 1 ? amount(rows[gpu_milli]) : amount(rows[gpus], 1000)};
    if (timed) job.submit = milliseconds(rows[creation]);
    if (timed && !rows[deletion].is_empty())
      job.duration = duration(job.submit, milliseconds(rows[deletion]), rows[deletion].text);
    job.allowed = allowed_by_spec(importing, rows[spec]);
    std::string const request =
        fmt::format("{}/{}/{}/{}", job.demand[0], job.demand[1], job.demand[2], rows[spec].text);
    importing.add(job,
                  by == by_request ? Field{"request", request} : rows[by == by_qos ? qos : pod],
                  rows[pod]);
  });
}

void read_openb(Import& importing) {
  importing.draft().resources = {"cpu_milli", "mem_mib", "gpu_milli"};
  importing.read(0, [&](Input& input) { read_openb_nodes(importing, input); });
  importing.read(1, [&](Input& input) { read_pods(importing, input); });
}

}  // namespace

Format const openb = {
    .name = "openb",
    .inputs = "nodes CSV, pods CSV",
    .least = 2,
    .most = 2,
    .resources = "cpu_milli, mem_mib, gpu_milli",
    .user = "by user_by",
    .job = "a pod",
    .settings = {{"user_by", "request",
                  "request: pods of the same (cpu, mem, gpu, spec) are one user's; qos; pod: each "
                  "its own"}},
    .read = read_openb};

}  // namespace fairslot::traces::formats
