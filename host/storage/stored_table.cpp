#include "host/storage/stored_table.hpp"

#include <fmt/format.h>

#include <array>

namespace fairslot::storage {
namespace {

constexpr std::size_t block_bytes = std::size_t{1} << 20;
constexpr std::size_t most_deflated = 1100;  // bytes that a stored byte may become

}  // namespace

StoredTable::StoredTable(H5::Group const& parent, std::string const& name)
    : place_((storage::place(parent) == "/" ? "" : storage::place(parent)) + "/" + name),
      dataset_(open_dataset(parent, name)),
      type_(dataset_.getDataType()),
      columns_(read_columns()) {
  H5::DataSpace const space = dataset_.getSpace();
  if (!space.isSimple() || space.getSimpleExtentNdims() != 1)
    throw FormatError(place_ + " is not a list of rows");
  rows_ = static_cast<std::size_t>(space.getSimpleExtentNpoints());
  require_plain_storage();
  std::size_t const most = dataset_.getStorageSize() * most_deflated / type_.getSize();
  if (rows_ > most) throw FormatError(fmt::format("{} has fewer than its {} rows", place_, rows_));
}

/// Chunks in this very file, under the filters that Table uses: others run foreign code or read
/// foreign files.
void StoredTable::require_plain_storage() const {
  H5::DSetCreatPropList const properties = dataset_.getCreatePlist();
  if (properties.getLayout() != H5D_CHUNKED) throw FormatError(place_ + " is not stored in chunks");
  hsize_t chunk = 0;
  if (H5Pget_chunk(properties.getId(), 1, &chunk) != 1 || chunk > std::max<hsize_t>(1, rows_))
    throw FormatError(place_ + " has chunks of another size");
  using Filters = std::vector<H5Z_filter_t>;
  Filters filters;
  for (int i = 0; i < properties.getNfilters(); ++i) {
    unsigned flags = 0, setting = 0;
    std::size_t values = 0;
    filters.push_back(H5Pget_filter2(properties.getId(), static_cast<unsigned>(i), &flags, &values,
                                     nullptr, 0, nullptr, &setting));
  }
  if (filters != Filters{H5Z_FILTER_SHUFFLE, H5Z_FILTER_DEFLATE, H5Z_FILTER_FLETCHER32} &&
      filters != Filters{H5Z_FILTER_FLETCHER32})  // not deflated
    throw FormatError(place_ + " is stored under other filters");
}

std::vector<std::pair<std::string, std::string>> StoredTable::read_columns() const {
  std::vector<std::pair<std::string, std::string>> columns;
  std::size_t end = 0;
  if (type_.getClass() == H5T_COMPOUND) {
    H5::CompType const row(dataset_);
    for (unsigned i = 0; i < static_cast<unsigned>(row.getNmembers()); ++i) {
      H5::DataType const type = row.getMemberDataType(i);
      if (row.getMemberOffset(i) != end) throw FormatError(place_ + " has gaps in its rows");
      columns.emplace_back(row.getMemberName(i), name_of(type));
      end += type.getSize();
    }
  } else {
    columns.emplace_back("", name_of(type_));
    end = type_.getSize();
  }
  for (auto const& [name, type] : columns)
    if (type.empty()) throw FormatError(fmt::format("{}'s {} has another type", place_, name));
  if (end != type_.getSize()) throw FormatError(place_ + " has gaps in its rows");
  return columns;
}

std::size_t StoredTable::text_length(std::string const& column) const {
  for (auto const& [name, type] : columns_)
    if (name == column && type.starts_with("|S")) return std::stoul(type.substr(2));
  throw OtherVersion(fmt::format("{} has no texts named {}", place_, column));
}

void StoredTable::for_each_block(std::function<void(std::string_view)> const& body) const {
  std::size_t const most = std::max<std::size_t>(1, block_bytes / type_.getSize());
  storage::for_each_block(dataset_, type_, rows_, most, body);
}

void StoredTable::read_rows(Body const& body) const {
  std::string const written = text_attribute(dataset_, "sha256");
  Sha256 hash;
  try {
    for_each_block([&](std::string_view rows) { hash.add(rows), body(rows); });
  } catch (H5::Exception const&) {
    throw FormatError(place_ + " is damaged: its rows cannot be read");
  }
  if (hash.hex() != written) throw FormatError(place_ + " is damaged: its rows have changed");
}

void StoredTable::check() const {
  read_rows([](std::string_view) {});
}

void StoredTable::require_columns(Columns const& columns) const {
  if (!(type_ == row_type(columns))) throw OtherVersion(place_ + " has other columns");
}

std::vector<char> StoredTable::read(Columns const& columns) const {
  require_columns(columns);
  std::vector<char> bytes;
  read_rows([&](std::string_view rows) { bytes.insert(bytes.end(), rows.begin(), rows.end()); });
  return bytes;
}

}  // namespace fairslot::storage
