/// All audits, by name. A new one is its file and its line in list.hpp.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "host/audit/audit.hpp"

namespace fairslot::audit {

std::span<Info const> infos();
Info const& info_of(std::string_view name);

/// Throws InputError, one line, where there is no audit of the name; `place` begins it.
void require_audit(std::string const& place, std::string_view name);
/// Those that are made where none is named.
std::vector<std::string> standard_audits();

std::unique_ptr<Audit> make_audit(std::string_view name);

}  // namespace fairslot::audit
