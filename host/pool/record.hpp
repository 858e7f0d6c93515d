/// Answers as tables of a results file: /solve/MECHANISM/instances, users, steps and step_users.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "host/pool/answer.hpp"
#include "host/pool/instance.hpp"
#include "host/record/sink.hpp"

namespace fairslot::pool {

/// The tables, of mechanisms and resources. `steps`: those of steps, too. Names of users of up to
/// so many bytes; 0: they have none.
record::Sink answer_sink(std::vector<std::string> const& mechanisms,
                         std::vector<std::string> const& resources, std::size_t name_length,
                         bool steps);

/// Where an answer belongs.
struct AnswerPlace {
  std::int32_t point = 0;     ///< the file
  std::int32_t instance = 0;  ///< its number in the file
  std::size_t name_length = 0;
};

/// Bytes of the reason for which there is no answer.
inline constexpr std::size_t reason_length = 160;

/// A value a table of the sink. Users are numbered `ids`, or from 0 where there are none.
std::vector<record::Rows> rows_of(AnswerPlace const&, Instance const&, Answer const&, bool steps,
                                  std::vector<std::int32_t> const& ids = {});
/// Where there is no answer.
std::vector<record::Rows> rows_of_refused(AnswerPlace const&, std::size_t resources,
                                          std::string const& reason);

}  // namespace fairslot::pool
