/// The one list of audits; a new one is its file and its line here.
#pragma once

#include "host/audit/ef1.hpp"
#include "host/audit/ef1_j.hpp"
#include "host/audit/ef1_time.hpp"
#include "host/audit/envy.hpp"
#include "host/audit/maximality.hpp"
#include "host/audit/population.hpp"
#include "host/audit/repack.hpp"
#include "host/audit/resource.hpp"
#include "host/audit/si.hpp"
#include "host/audit/si_split.hpp"
#include "host/audit/sp.hpp"

namespace fairslot::audit {

/// Of<all audits>.
template <template <class...> class Of>
using OfAll = Of<       //
    SharingIncentive,   //
    SplitIncentive,     //
    Maximality,         //
    EnvyUpToOwn,        //
    EnvyUpToOther,      //
    EnvyOverTime,       //
    Envy,               //
    Repack,             //
    StrategyProofness,  //
    Population,         //
    ResourceGrowth>;

}  // namespace fairslot::audit
