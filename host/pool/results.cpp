#include "host/pool/results.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "host/pool/record.hpp"
#include "host/record/sink_file.hpp"
#include "host/scenario/document.hpp"
#include "host/sha256.hpp"
#include "host/version.hpp"

namespace fairslot::pool {
namespace {

using record::ResultHeader;
using Names = std::vector<std::string>;

/// Each once, as they come.
Names mechanisms_of(std::vector<SolvedFile> const& files) {
  Names names;
  for (SolvedFile const& file : files)
    for (Solved const& solved : file.all)
      if (!std::ranges::count(names, solved.mechanism)) names.push_back(solved.mechanism);
  return names;
}

bool has_steps(SolvedFile const& file) {
  return std::ranges::any_of(file.all,
                             [](Solved const& solved) { return !solved.answer.steps.empty(); });
}

std::size_t longest_name(std::vector<SolvedFile> const& files) {
  std::size_t length = 1;
  for (SolvedFile const& file : files)
    length = std::max(length, record::longest(file.file.instance.names));
  return length;
}

void require_same_resources(std::vector<SolvedFile> const& files) {
  Names const& first = files.front().file.instance.resources;
  for (SolvedFile const& file : files)
    if (file.file.instance.resources != first)
      throw InputError(
          fmt::format("{}: resources: others than those of {} (allowed with --out: files with the "
                      "same resources)",
                      shown_path(file.path), shown_path(files.front().path)));
}

}  // namespace

ResultHeader header_of_solve(std::vector<std::string> const& resources) {
  ResultHeader header;
  header.points.emplace_back();
  header.resources = resources;
  header.version = code_version();
  header.commit = code_commit();
  header.device = "processor";
  return header;
}

ResultHeader header_of(std::vector<SolvedFile> const& files) {
  require_same_resources(files);
  ResultHeader header = header_of_solve(files.front().file.instance.resources);
  header.name = files.front().file.instance.name;
  header.points.clear();
  for (SolvedFile const& file : files) {
    auto& point = header.points.emplace_back();
    if (files.size() > 1) point.set = {{"file", scenario::toml_text(file.path)}};
    header.text += file.file.text;
  }
  Sha256 hash;
  hash.add(header.text);
  for (std::string const& name : mechanisms_of(files)) hash.add(name + "\n");
  header.hash = hash.hex();
  return header;
}

record::Published write_results(std::string const& path, std::vector<SolvedFile> const& files) {
  Names const mechanisms = mechanisms_of(files);
  bool const steps = std::ranges::any_of(files, has_steps);
  ResultHeader const header = header_of(files);
  std::size_t const length = longest_name(files);
  record::Sink const sink = answer_sink(mechanisms, header.resources, length, steps);
  record::SinkFile file(path, header, sink);
  for (std::size_t point = 0; point < files.size(); ++point)
    for (Solved const& solved : files[point].all) {
      auto const group = std::ranges::find(mechanisms, solved.mechanism) - mechanisms.begin();
      AnswerPlace const place{static_cast<std::int32_t>(point), 0, length};
      std::vector<record::Rows> rows(sink.tables.size());
      add_answer(rows, place, files[point].file.instance, solved.answer);
      file.put(static_cast<std::size_t>(group), rows);
    }
  return file.finish();
}

}  // namespace fairslot::pool
