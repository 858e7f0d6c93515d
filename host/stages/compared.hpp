/// What is compared runs: fgm, and whom it is compared with.
#pragma once

#include "host/scenario/document.hpp"
#include "host/stages/scenario.hpp"

namespace fairslot::stages {

/// Schedulers that by hand (`schedulers_by_hand`: --set or --policy) do not run are taken out of
/// what is compared, told in `left_out`; else, and where nothing is compared, or twice, InputError.
void settle_compared(ScenarioFile&, bool schedulers_by_hand, scenario::Value const& root);

}  // namespace fairslot::stages
