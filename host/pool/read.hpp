/// Instances from TOML: keys as docs/pools.md tells.
#pragma once

#include <string>
#include <vector>

#include "host/pool/instance.hpp"
#include "host/pool/mechanism.hpp"
#include "host/scenario/document.hpp"

namespace fairslot::pool {

struct Document {
  scenario::Value root;
  std::string text;  ///< with what was set as comments
};

/// With what `sets`, "key=value", put in place of its values. Throws InputError.
Document read_document(std::string const& path, std::vector<std::string> const& sets = {});
Document parse_document(std::string const& text, std::string const& path,
                        std::vector<std::string> const& sets = {});

struct InstanceFile {
  Instance instance;
  std::vector<std::string> solve;  ///< mechanisms that the file names
  scenario::Value root;
  std::string text;  ///< as TOML, with what was set as comments

  /// Throws InputError with the place of the key.
  [[noreturn]] void refuse(Unfit const&) const;
};

/// As read_document().
InstanceFile read_instance(std::string const& path, std::vector<std::string> const& sets = {});
InstanceFile parse_instance(std::string const& text, std::string const& path,
                            std::vector<std::string> const& sets = {});

}  // namespace fairslot::pool
