#include "host/record/stored_result.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "host/error.hpp"
#include "host/record/digest.hpp"
#include "host/record/format.hpp"
#include "host/record/summary_tables.hpp"
#include "kernels/shown.hpp"

namespace fairslot {
namespace {

/// HDF5's locks say no more than EAGAIN.
std::string explained(std::string const& reason) {
  bool const locked = reason == std::strerror(EAGAIN);
  return locked ? "another program has it open for writing" : reason;
}

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
    throw FormatError(fmt::format("format {}; this program knows {}", version, format_version));
}

/// Hands the file's root, its format known and its seal checked, to `body`. `advice` ends a
/// message.
template <class Body>
auto look_into(std::string const& path, Body body, std::string_view advice = "") {
  listen_to_hdf5();
  require_plain(path);
  try {
    H5::H5File const file(path, H5F_ACC_RDONLY);
    H5::Group const root = file.openGroup("/");
    require_format(root);
    return body(root, check_seal(root));
  } catch (FormatError const& error) {
    throw InputError(fmt::format("{}: not a results file of fairslot ({}){}", shown_path(path),
                                 error.what(), advice));
  } catch (H5::Exception const& error) {
    std::string const reason = explained(hdf5_reason(error, "it is not HDF5, or damaged"));
    throw InputError(fmt::format("{}: cannot be read ({}){}", shown_path(path), reason, advice));
  }
}

bool is_complete(H5::Group const& root) {
  return integer_attribute(open_group(root, "run"), "complete") == 1;
}

bool is_result_of(H5::Group const& root, std::string const& hash,
                  std::vector<std::string> const& policies) {
  H5::Group const scenario = open_group(root, "scenario");
  return integer_attribute(scenario, "semantic_version") == semantic_version &&
         text_attribute(scenario, "hash") == hash &&
         texts_attribute(scenario, "policies") == policies && is_complete(root);
}

}  // namespace

Standing standing_of(std::string const& path, std::string const& hash,
                     std::vector<std::string> const& policies) {
  if (!std::filesystem::exists(std::filesystem::symlink_status(path))) return Standing::nothing;
  auto const compare = [&](H5::Group const& root, Content const&) {
    return is_result_of(root, hash, policies) ? Standing::this_result : Standing::something_else;
  };
  return look_into(path, compare, "; --force replaces it, --out writes elsewhere");
}

Summary read_summary(std::string const& path) {
  return look_into(path,
                   [](H5::Group const& root, Content const&) { return read_summary_tables(root); });
}

Verified verify_results(std::string const& path) {
  return look_into(path, [](H5::Group const& root, Content const& content) {
    Verified verified{.digest = content.digest, .complete = is_complete(root)};
    for (StoredTable const& table : content.tables) {
      table.check();
      ++verified.tables;
      verified.rows += table.rows();
    }
    read_summary_tables(root);
    return verified;
  });
}

}  // namespace fairslot
