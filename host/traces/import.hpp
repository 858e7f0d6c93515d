/// What an importer reads from, and what it hands rows to.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "host/traces/bad_row.hpp"
#include "host/traces/draft.hpp"
#include "host/traces/fields.hpp"
#include "host/traces/input.hpp"

namespace fairslot::traces {

/// A value that --set changes.
struct Setting {
  std::string_view name, standard, doc;
};
using Settings = std::map<std::string, std::string, std::less<>>;

inline constexpr std::size_t bad_rows_kept = 20;

class Import {
 public:
  struct Told {
    std::map<std::string, std::int64_t> bad, left_out, not_followed;  ///< by reason
  };
  struct Listeners {
    std::function<void(Import const&)> progress;           ///< now and then
    std::function<void(std::string const& line)> bad_row;  ///< of the first ones
  };
  /// `folder`: of what is put down on the way. `strict`: a bad row is an InputError.
  Import(std::vector<std::string> inputs, Settings settings, std::string const& folder, bool strict,
         Listeners listeners);

  std::size_t inputs() const { return paths_.size(); }
  /// Calls body(Input&) with an input; one after another, each once.
  template <class Body>
  void read(std::size_t input, Body const& body) {
    open(input);
    body(*input_);
    close();
  }
  /// One row, which body() hands over; as for_each().
  template <class Body>
  void row(std::int64_t line, Body const& body) {
    try {
      body(), count_row();
    } catch (BadRow const& bad) {
      blame(line, bad);
    }
  }
  /// Of an Input the rows that `rows` has: body() for each. It throws BadRow before it has handed
  /// over anything.
  template <class Rows, class Body>
  void for_each(Rows& rows, Body const& body) {
    for (bool more = true; more;) try {
        more = rows.next();
        if (more) body(), count_row();
      } catch (BadRow const& bad) {
        blame(rows.line(), bad);
      }
  }
  /// The row that was read is none to import, by the format's own rule.
  void leave_out(std::string const& reason) { ++told_.left_out[reason]; }
  /// Something that a trace cannot say.
  void not_followed(std::string const& what) { ++told_.not_followed[what]; }

  /// As it was set; InputError where it is none such.
  std::string const& setting(std::string_view name) const;
  std::int64_t integer(std::string_view name, std::int64_t least, std::int64_t most) const;
  double real(std::string_view name, double least, double most) const;
  std::size_t one_of(std::string_view name, std::vector<std::string> const& names) const;
  bool flag(std::string_view name) const { return one_of(name, {"false", "true"}) == 1; }

  /// The number of a permitted set of classes, which are sorted; -1 for none: all.
  std::int32_t allow(std::vector<std::int32_t> classes);
  /// The job's user and name are those that are given, whatever it says. Throws BadRow, and then
  /// nothing is known of them.
  void add(TracedJob job, Field user, Field name);
  void add(TracedNode node, Field of_class);

  Draft& draft() { return draft_; }
  Draft const& draft() const { return draft_; }
  Told const& told() const { return told_; }
  /// Bytes that have been read, of so many; 0: not known.
  std::uint64_t position() const;
  std::uint64_t size() const;

 private:
  void open(std::size_t input);
  void close();
  void count_row();
  void blame(std::int64_t line, BadRow const& bad);

  std::vector<std::string> paths_;
  Settings settings_;
  Draft draft_;
  bool strict_;
  Listeners listeners_;
  std::unique_ptr<Input> input_;
  std::uint64_t done_ = 0, size_ = 0;  // bytes of inputs before this one, of all
  std::map<std::vector<std::int32_t>, std::int32_t> sets_;
  Told told_;
};

}  // namespace fairslot::traces
