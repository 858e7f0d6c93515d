#include "host/record/stored_result.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <system_error>

#include "host/error.hpp"
#include "host/record/consistency.hpp"
#include "host/record/format.hpp"
#include "host/record/look_into.hpp"
#include "host/record/stored_outcome.hpp"
#include "kernels/shown.hpp"

namespace fairslot::record {
namespace {

void require_plain(std::string const& path) {
  std::error_code error;
  auto const status = std::filesystem::status(path, error);
  if (error)
    throw InputError(fmt::format("{}: cannot be read ({})", shown_path(path), error.message()));
  if (!std::filesystem::is_regular_file(status))
    throw InputError(fmt::format("{}: cannot be read (it is no plain file)", shown_path(path)));
}

void require_format(H5::Group const& root) {
  std::int64_t const version = integer_attribute(open_group(root, "scenario"), "format_version");
  if (version != format_version)
    throw OtherVersion(fmt::format("format {}; this program knows {}", version, format_version));
}

/// While it lives HDF5 says why a call failed; afterwards it says nothing, at the end of the
/// process neither, when it finds a damaged file that it could not close.
struct Listening {
  Listening() { listen_to_hdf5(); }
  ~Listening() { H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr); }
};

/// Hands the file, its format known, its seal and its parts checked, to `body`. `advice` ends a
/// message.
template <class Body>
auto look_into(std::string const& path, Body body, std::string_view advice = "") {
  Listening const listening;
  require_plain(path);
  try {
    H5::H5File const file(path, H5F_ACC_RDONLY);
    H5::Group const root = file.openGroup("/");
    require_format(root);
    return body(read_consistent(root, check_seal(root)));
  } catch (OtherVersion const& error) {
    throw InputError(fmt::format("{}: written by another version of fairslot ({}){}",
                                 shown_path(path), error.what(), advice));
  } catch (FormatError const& error) {
    throw InputError(fmt::format("{}: not a results file of fairslot ({}){}", shown_path(path),
                                 error.what(), advice));
  } catch (H5::Exception const& error) {
    std::string const reason = hdf5_reason(error, "it is not HDF5, or damaged");
    throw InputError(fmt::format("{}: cannot be read ({}){}", shown_path(path), reason, advice));
  }
}

}  // namespace

void look_into_results(std::string const& path,
                       std::function<void(StoredFile const&)> const& body) {
  look_into(path, [&](StoredFile const& file) { body(file); });
}

Standing standing_of(std::string const& path, std::string const& hash,
                     std::vector<std::string> const& policies, statistics::Shard shard) {
  std::error_code error;
  if (!std::filesystem::exists(std::filesystem::symlink_status(path, error)))
    return Standing::nothing;
  auto const compare = [&](StoredFile const& file) {
    StoredHeader const& header = file.header;
    bool const same = header.semantic_version == semantic_version && header.hash == hash &&
                      header.policies == policies && header.shard == shard && header.complete;
    return same ? Standing::this_result : Standing::something_else;
  };
  return look_into(path, compare, "; --force replaces it, --out writes elsewhere");
}

statistics::Summary read_summary(std::string const& path) {
  return look_into(path, [](StoredFile&& file) { return std::move(file.summary); });
}

namespace {

void require_todays_numbers(StoredFile const& file) {
  if (file.header.semantic_version != semantic_version)
    throw OtherVersion(fmt::format("numbers {}; this program knows {}",
                                   file.header.semantic_version, semantic_version));
}

StoredSource source_of(StoredFile const& file) {
  return {read_text(file.root), file.header.hash, file.header.folder};
}

}  // namespace

StoredSource read_source(std::string const& path) {
  return look_into(path, [](StoredFile const& file) {
    require_todays_numbers(file);
    return source_of(file);
  });
}

StoredResult read_result(std::string const& path) {
  return look_into(path, [](StoredFile&& file) {
    auto outcome = read_outcome(file);
    return StoredResult{std::move(file.summary), std::move(outcome)};
  });
}

namespace {

std::vector<StoredSetup::Run> setup_runs(StoredFile const& file) {
  std::vector<StoredSetup::Run> all;
  for (int policy = 0; policy < std::ssize(file.header.policies); ++policy)
    for (StoredRun const& run : file.runs[policy])
      if (run.status == RunStatus::complete)
        all.push_back({run.place.point, run.place.sample, policy});
  return all;
}

}  // namespace

StoredSetup read_setup(std::string const& path) {
  return look_into(path, [&](StoredFile const& file) {
    require_todays_numbers(file);
    StoredSetup setup;
    static_cast<StoredSource&>(setup) = source_of(file);
    if (setup.is_of_stages())
      throw InputError(fmt::format(
          "{}: holds runs of stages, not of policies (allowed: results of slotted scenarios or of "
          "problems)",
          shown_path(path)));
    if (file.header.policies.empty()) throw FormatError("it holds no runs of policies");
    setup.name = file.header.name;
    setup.is_problem = is_of_a_problem(setup.text);
    setup.policies = file.header.policies, setup.resources = file.header.resources;
    setup.samples = file.header.samples;
    setup.runs = setup_runs(file);
    return setup;
  });
}

std::optional<statistics::JobMetrics> read_job(std::string const& path, std::string const& policy,
                                               StoredSetup::Run const& run, std::int32_t user,
                                               std::int32_t job) {
  return look_into(path, [&](StoredFile const& file) {
    std::optional<statistics::JobMetrics> found;
    for_each_job(file.table("/policies/" + policy + "/jobs"),
                 [&](RunPlace place, statistics::JobMetrics const& of) {
                   bool const is_it = place.point == run.point && place.sample == run.sample &&
                                      of.user == user && of.job == job;
                   if (is_it) found = of;
                 });
    return found;
  });
}

Verified verify_results(std::string const& path) {
  return look_into(path, [](StoredFile const& file) {
    require_every_row(file);
    Verified verified{.digest = file.content.digest, .complete = file.header.complete};
    verified.tables = file.content.tables.size();
    for (StoredTable const& table : file.content.tables) verified.rows += table.rows();
    return verified;
  });
}

}  // namespace fairslot::record
