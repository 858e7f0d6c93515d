#include "host/record/stored_result.hpp"

#include <fmt/format.h>

#include <mutex>
#include <stdexcept>

#include "host/record/format.hpp"
#include "host/record/summary_tables.hpp"

namespace fairslot {
namespace {

bool matches(H5::H5File const& file, std::string const& hash,
             std::vector<std::string> const& policies) {
  H5::Group const scenario = file.openGroup("scenario"), run = file.openGroup("run");
  return integer_attribute(scenario, "format_version") == format_version &&
         integer_attribute(scenario, "semantic_version") == semantic_version &&
         text_attribute(scenario, "hash") == hash &&
         texts_attribute(scenario, "policies") == policies &&
         integer_attribute(run, "complete") == 1;
}

}  // namespace

bool same_complete_result(std::string const& path, std::string const& hash,
                          std::vector<std::string> const& policies) {
  listen_to_hdf5();
  try {
    return matches(H5::H5File(path, H5F_ACC_RDONLY), hash, policies);
  } catch (H5::Exception const&) {
    return false;
  }
}

Summary read_summary(std::string const& path) {
  listen_to_hdf5();
  std::string reason;
  try {
    return read_summary_tables(H5::H5File(path, H5F_ACC_RDONLY));
  } catch (H5::Exception const& error) {
    reason = hdf5_reason(error);
  } catch (std::exception const& error) {
    reason = error.what();
  }
  throw std::runtime_error(fmt::format("{}: not a results file of fairslot ({})", path, reason));
}

}  // namespace fairslot
