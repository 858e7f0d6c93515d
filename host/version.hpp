/// Which code this is.
#pragma once

namespace fairslot {

char const* code_version();  ///< "0.1.0"
char const* code_commit();   ///< git hash, with "-dirty" where files differ; "unknown" without git

}  // namespace fairslot
