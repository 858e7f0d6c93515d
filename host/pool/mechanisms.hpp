/// All mechanisms. A new one is its header and its line here.
#pragma once

#include <variant>

#include "host/pool/mechanisms/asset_fairness.hpp"
#include "host/pool/mechanisms/between.hpp"
#include "host/pool/mechanisms/cdrf_g.hpp"
#include "host/pool/mechanisms/ceei.hpp"
#include "host/pool/mechanisms/cmmf.hpp"
#include "host/pool/mechanisms/ddrf.hpp"
#include "host/pool/mechanisms/drf.hpp"
#include "host/pool/mechanisms/drf_uncapped.hpp"
#include "host/pool/mechanisms/drfh.hpp"
#include "host/pool/mechanisms/dynamic.hpp"
#include "host/pool/mechanisms/equal_split.hpp"
#include "host/pool/mechanisms/eunomia.hpp"
#include "host/pool/mechanisms/matching_bagfilling.hpp"
#include "host/pool/mechanisms/max_min.hpp"
#include "host/pool/mechanisms/mmf_recycle.hpp"
#include "host/pool/mechanisms/proportional_fairness.hpp"
#include "host/pool/mechanisms/sdrf.hpp"
#include "host/pool/mechanisms/tsf.hpp"
#include "host/pool/mechanisms/utility_max_min.hpp"

namespace fairslot::pool {

using Mechanism = std::variant<        //
    mechanisms::MaxMin,                //
    mechanisms::UtilityMaxMin,         //
    mechanisms::ProportionalFairness,  //
    mechanisms::Drf,                   //
    mechanisms::AssetFairness,         //
    mechanisms::Ceei,                  //
    mechanisms::Bottleneck,            //
    mechanisms::EqualSplit,            //
    mechanisms::MmfRecycle,            //
    mechanisms::DrfUncapped,           //
    mechanisms::Ddrf,                  //
    mechanisms::DynamicMmf,            //
    mechanisms::DynamicDrf,            //
    mechanisms::Sdrf,                  //
    mechanisms::MatchingBagfilling,    //
    mechanisms::Drfh,                  //
    mechanisms::Tsf,                   //
    mechanisms::CdrfG,                 //
    mechanisms::Cmmf,                  //
    mechanisms::Eunomia,               //
    mechanisms::Power,                 //
    mechanisms::Linear>;

}  // namespace fairslot::pool
