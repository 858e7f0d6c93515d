// Batches as HDF5: /users as the columns of CSV but the capacities, /instances with these.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "host/error.hpp"
#include "host/pool/batch_source.hpp"
#include "host/record/number_table.hpp"

namespace fairslot::pool {
namespace {

constexpr std::size_t block_rows = 8192;

/// /instances: a number and capacities.
class Capacities {
 public:
  Capacities(std::string const& path, std::size_t resources)
      : path_(path), table_(path, "instances") {
    for (std::size_t r = 0; r <= resources; ++r) {
      std::string const name = r == 0 ? "instance" : cell_name(cell::capacity + r - 1);
      auto const at = std::ranges::find(table_.columns(), name);
      if (at == table_.columns().end())
        throw InputError(
            fmt::format("{}: /instances: no column {} (it is needed)", shown_path(path), name));
      columns_.push_back(static_cast<std::size_t>(at - table_.columns().begin()));
    }
    if (table_.columns().size() != columns_.size())
      throw InputError(
          fmt::format("{}: /instances has other columns, too (allowed: instance and a "
                      "capacity_ a resource)",
                      shown_path(path)));
  }

  bool ended() {
    if (at_ == rows_.size()) read_more();
    return at_ == rows_.size();
  }
  /// An instance without users, of which the row of /users would be this: it has no user.
  BatchRow take(std::int64_t line) {
    BatchRow row;
    row.line = line;
    row.set(cell::instance, rows_[at_ + columns_[0]]);
    at_ += columns_.size();
    return row;
  }
  /// Those before the row's instance.
  void take_before(BatchRow const& row, std::vector<BatchRow>& to) {
    while (!ended() && rows_[at_ + columns_[0]] < row.value[cell::instance])
      to.push_back(take(row.line));
  }
  /// Rows come in the order of the users' instances.
  void add_to(BatchRow& row) {
    double const number = ended() ? -1 : rows_[at_ + columns_[0]];
    if (number != row.value[cell::instance])
      throw InputError(
          fmt::format("{}: /users row {}: instance {}, and the next of /instances is {} (allowed: "
                      "both ascending, and none of users alone)",
                      shown_path(path_), row.line, row.value[cell::instance],
                      number < 0 ? "none" : fmt::format("{}", number)));
    for (std::size_t r = 1; r < columns_.size(); ++r)
      row.set(cell::capacity + r - 1, rows_[at_ + columns_[r]]);
    at_ += columns_.size();
  }

 private:
  void read_more() {
    std::size_t const count = std::min(block_rows, table_.rows() - read_);
    rows_ = table_.read(read_, count);
    read_ += count;
    at_ = 0;
  }

  std::string path_;
  record::NumberTable table_;
  std::vector<std::size_t> columns_;
  std::vector<double> rows_;
  std::size_t at_ = 0, read_ = 0;
};

class Hdf5Batch : public BatchSource {
 public:
  explicit Hdf5Batch(std::string const& path)
      : path_(path),
        users_(path, "users"),
        columns_(batch_columns(shown_path(path) + ": /users", users_.columns(), false)),
        capacities_(path, columns_.resources) {}

  std::size_t resources() const override { return columns_.resources; }
  std::string where() const override { return shown_path(path_) + ": /users row "; }

  std::optional<BatchBlock> next() override {
    std::size_t end = 0;
    while (end == 0 && read_more()) end = whole_instances();
    if (end == 0) end = ahead_.size();  // the last of the file
    if (end == 0) return std::nullopt;
    BatchBlock block;
    auto const begin = ahead_.begin(), cut = begin + static_cast<std::ptrdiff_t>(end);
    block.rows.assign(begin, cut);
    ahead_.erase(begin, cut);
    return block;
  }

  std::vector<BatchInstance> instances(BatchBlock const& block) const override {
    BatchBuilder builder(where(), columns_.resources);
    for (BatchRow const& row : block.rows)
      if (row.has(cell::user))
        builder.add(row);
      else
        builder.add_bad(number_in(where(), row, cell::instance),
                        {row.line, "no users of an instance of /instances"});
    return std::move(builder).instances();
  }

 private:
  bool read_more() {
    std::size_t const count = std::min(block_rows, users_.rows() - read_);
    auto const numbers = users_.read(read_, count);
    std::size_t const width = columns_.cells.size();
    for (std::size_t i = 0; i < count; ++i) {
      BatchRow row;
      row.line = static_cast<std::int64_t>(read_ + i);
      for (std::size_t c = 0; c < width; ++c) {
        double const number = numbers[i * width + c];
        // pandas has no other sign for nothing.
        bool const nothing = std::isnan(number) && (columns_.cells[c] == cell::weight ||
                                                    columns_.cells[c] == cell::tasks);
        if (!nothing) row.set(columns_.cells[c], number);
      }
      double const instance = row.value[cell::instance];
      if (!(instance == last_)) {
        capacities_.take_before(row, ahead_);
        capacities_.add_to(row);
      }
      last_ = instance;
      ahead_.push_back(row);
    }
    read_ += count;
    return count > 0 || (read_ > 0 && read_alone());  // a batch has users
  }

  /// Instances behind the last user.
  bool read_alone() {
    std::size_t const before = ahead_.size();
    while (ahead_.size() < before + block_rows && !capacities_.ended())
      ahead_.push_back(capacities_.take(static_cast<std::int64_t>(read_)));
    return ahead_.size() > before;
  }

  /// Rows up to the last instance that may go on; 0 where that is the first.
  std::size_t whole_instances() const {
    std::size_t end = ahead_.size();
    double const last = ahead_.back().value[cell::instance];
    while (end > 0 && ahead_[end - 1].value[cell::instance] == last) --end;
    return end;
  }

  std::string path_;
  record::NumberTable users_;
  BatchColumns columns_;
  Capacities capacities_;
  std::vector<BatchRow> ahead_;  // read, not yet handed out
  std::size_t read_ = 0;
  double last_ = -1;
};

}  // namespace

std::unique_ptr<BatchSource> open_hdf5_batch(std::string const& path) {
  return std::make_unique<Hdf5Batch>(path);
}

}  // namespace fairslot::pool
