/// All laws of chance. A new one is its header and its line here.
#pragma once

#include <variant>

#include "host/distributions/constant.hpp"
#include "host/distributions/empirical.hpp"
#include "host/distributions/exponential.hpp"
#include "host/distributions/lognormal.hpp"
#include "host/distributions/pareto.hpp"
#include "host/distributions/uniform.hpp"
#include "host/distributions/weibull.hpp"
#include "host/distributions/zipf.hpp"

namespace fairslot::distributions {

using Law = std::variant<  //
    Constant,              //
    Uniform,               //
    Exponential,           //
    Lognormal,             //
    Weibull,               //
    Pareto,                //
    Zipf,                  //
    Empirical>;

}  // namespace fairslot::distributions
