/// Inputs made from others: the same ones for the same corpus, seed and number.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace fairslot::fuzz {

using Corpus = std::vector<std::string>;

/// Input `number` of a stream: one of the corpus, changed in one to six places.
std::string mutant(Corpus const& corpus, std::uint64_t seed, std::uint64_t number);

}  // namespace fairslot::fuzz
