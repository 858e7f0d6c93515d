/// Files of many instances, read some whole instances at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "host/pool/batch_builder.hpp"

namespace fairslot::pool {

/// What was read of a file and not yet looked at: lines of text, or rows.
struct BatchBlock {
  std::int64_t first_line = 1;
  std::string text;
  std::vector<BatchRow> rows;
};

class BatchSource {
 public:
  virtual ~BatchSource() = default;
  virtual std::size_t resources() const = 0;
  /// Before the number of a line or row: "b.csv:".
  virtual std::string where() const = 0;
  /// The next of them in the file; by one thread at a time. Throws InputError.
  virtual std::optional<BatchBlock> next() = 0;
  /// By any thread. Throws InputError for what belongs to no instance.
  virtual std::vector<BatchInstance> instances(BatchBlock const&) const = 0;
};

/// By the ending of its name: .csv, else HDF5. Throws InputError.
std::unique_ptr<BatchSource> open_batch(std::string const& path);
std::unique_ptr<BatchSource> open_csv_batch(std::string const& path);
std::unique_ptr<BatchSource> open_hdf5_batch(std::string const& path);

}  // namespace fairslot::pool
