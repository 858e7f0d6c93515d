/// Answers as tables of a results file: /solve/MECHANISM/instances, users, steps and step_users.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
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

/// Adds to a value a table of the sink; users are numbered `ids`, or from 0 where there are none.
void add_answer(std::vector<record::Rows>& rows, AnswerPlace const&, Instance const&, Answer const&,
                std::vector<std::int32_t> const& ids = {});
/// Where there is no answer.
void add_refused(std::vector<record::Rows>& rows, AnswerPlace const&, std::size_t resources,
                 std::string_view reason);

}  // namespace fairslot::pool
