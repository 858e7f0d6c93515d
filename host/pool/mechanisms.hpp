/// All mechanisms. A new one is its header and its line here.
#pragma once

#include <variant>

#include "host/pool/mechanisms/asset_fairness.hpp"
#include "host/pool/mechanisms/between.hpp"
#include "host/pool/mechanisms/ceei.hpp"
#include "host/pool/mechanisms/drf.hpp"
#include "host/pool/mechanisms/drf_uncapped.hpp"
#include "host/pool/mechanisms/equal_split.hpp"
#include "host/pool/mechanisms/max_min.hpp"
#include "host/pool/mechanisms/mmf_recycle.hpp"
#include "host/pool/mechanisms/proportional_fairness.hpp"

namespace fairslot::pool {

using Mechanism = std::variant<        //
    mechanisms::MaxMin,                //
    mechanisms::ProportionalFairness,  //
    mechanisms::Drf,                   //
    mechanisms::AssetFairness,         //
    mechanisms::Ceei, mechanisms::Bottleneck,
    mechanisms::EqualSplit,   //
    mechanisms::MmfRecycle,   //
    mechanisms::DrfUncapped,  //
    mechanisms::Power,        //
    mechanisms::Linear>;

}  // namespace fairslot::pool
