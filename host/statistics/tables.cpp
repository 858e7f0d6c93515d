#include "host/statistics/tables.hpp"

#include "host/statistics/notes.hpp"
#include "host/statistics/tables_text.hpp"
#include "kernels/shown.hpp"

namespace fairslot::statistics {

std::string format_tables(Summary const& summary, TableOptions const& options) {
  std::string const text = options.long_form ? long_tables(summary, options.all_pairs)
                                             : short_tables(summary, options.all_pairs);
  std::string const more = notes(summary);
  return shown_lines(text + (more.empty() ? "" : "\n" + more));
}

}  // namespace fairslot::statistics
