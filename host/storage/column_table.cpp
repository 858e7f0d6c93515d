#include "host/storage/column_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace fairslot::storage {
namespace {

constexpr std::size_t block_rows = 16384;
constexpr std::size_t most_deflated = 1100;  // bytes that a stored byte may become

}  // namespace

ColumnTable::ColumnTable(H5::Group const& parent, std::string const& name)
    : place_((place(parent) == "/" ? "" : place(parent)) + "/" + name),
      dataset_(open_dataset(parent, name)) {
  H5::DataSpace const space = dataset_.getSpace();
  if (dataset_.getTypeClass() != H5T_COMPOUND)
    throw FormatError(place_ + " is no table with named columns");
  if (!space.isSimple() || space.getSimpleExtentNdims() != 1)
    throw FormatError(place_ + " is not a list of rows");
  rows_ = static_cast<std::size_t>(space.getSimpleExtentNpoints());
  require_plain_storage();
  require_sound_columns();
  std::size_t const size = dataset_.getCompType().getSize();
  if (rows_ > dataset_.getStorageSize() * most_deflated / size)
    throw FormatError(fmt::format("{} has fewer than its {} rows", place_, rows_));
}

/// In this very file, under filters that run no foreign code.
void ColumnTable::require_plain_storage() const {
  H5::DSetCreatPropList const properties = dataset_.getCreatePlist();
  auto const layout = properties.getLayout();
  bool const plain = layout == H5D_CHUNKED || layout == H5D_CONTIGUOUS || layout == H5D_COMPACT;
  if (!plain || H5Pget_external_count(properties.getId()) != 0)
    throw FormatError(place_ + " is stored in another file");
  for (int i = 0; i < properties.getNfilters(); ++i) {
    unsigned flags = 0, setting = 0;
    std::size_t values = 0;
    auto const filter = H5Pget_filter2(properties.getId(), static_cast<unsigned>(i), &flags,
                                       &values, nullptr, 0, nullptr, &setting);
    if (filter != H5Z_FILTER_SHUFFLE && filter != H5Z_FILTER_DEFLATE &&
        filter != H5Z_FILTER_FLETCHER32)
      throw FormatError(place_ +
                        " is stored under other filters than shuffle, deflate, fletcher32");
  }
  hsize_t chunk = 0;
  constexpr hsize_t most_in_a_chunk = 1 << 22;
  if (layout == H5D_CHUNKED &&
      (H5Pget_chunk(properties.getId(), 1, &chunk) != 1 || chunk > most_in_a_chunk))
    throw FormatError(place_ + " has chunks of more than 4194304 rows");
}

/// HDF5 converts a column where its type says that it lies, outside of the row too.
void ColumnTable::require_sound_columns() const {
  H5::CompType const type = dataset_.getCompType();
  std::size_t const size = type.getSize();
  std::vector<std::pair<std::size_t, std::size_t>> columns;  // offset, length
  for (unsigned i = 0; i < static_cast<unsigned>(type.getNmembers()); ++i)
    columns.emplace_back(type.getMemberOffset(i), type.getMemberDataType(i).getSize());
  std::ranges::sort(columns);
  std::size_t end = 0;  // of the columns before
  for (auto const& [at, length] : columns) {
    if (at < end || length == 0 || length > size || at > size - length)
      throw FormatError(fmt::format("{}'s columns do not lie within its rows", place_));
    end = at + length;
  }
}

bool ColumnTable::has(std::string const& column) const {
  return H5Tget_member_index(dataset_.getCompType().getId(), column.c_str()) >= 0;
}

void ColumnTable::require(std::string const& column, bool integer) const {
  H5::CompType const type = dataset_.getCompType();
  int const index = H5Tget_member_index(type.getId(), column.c_str());
  if (index < 0) throw FormatError(fmt::format("{} has no column {}", place_, column));
  H5T_class_t const kind = type.getMemberClass(static_cast<unsigned>(index));
  if (kind != H5T_INTEGER && (integer || kind != H5T_FLOAT))
    throw FormatError(
        fmt::format("{}'s {} is no {}", place_, column, integer ? "integer" : "number"));
}

std::vector<std::string> ColumnTable::texts(std::string const& column) const {
  H5::CompType const type = dataset_.getCompType();
  int const index = H5Tget_member_index(type.getId(), column.c_str());
  if (index < 0) throw FormatError(fmt::format("{} has no column {}", place_, column));
  auto const member = type.getMemberDataType(static_cast<unsigned>(index));
  if (!name_of(member).starts_with("|S"))
    throw FormatError(fmt::format("{}'s {} is no text of fixed length", place_, column));
  std::size_t const length = member.getSize();
  if (rows_ > most_in_an_attribute / length)
    throw FormatError(fmt::format("{}'s {} is too long", place_, column));
  H5::CompType row(length);
  row.insertMember(column, 0, member);
  std::string bytes(rows_ * length, '\0');
  if (rows_ > 0) dataset_.read(bytes.data(), row);
  std::vector<std::string> texts;
  for (std::size_t at = 0; at < bytes.size(); at += length) {
    std::string_view const text = std::string_view(bytes).substr(at, length);
    texts.emplace_back(text.substr(0, text.find('\0')));
  }
  return texts;
}

void ColumnTable::read(std::vector<std::string> const& integers,
                       std::vector<std::string> const& reals,
                       std::function<void(std::string_view)> const& body) const {
  for (std::string const& name : integers) require(name, true);
  for (std::string const& name : reals) require(name, false);
  H5::CompType row((integers.size() + reals.size()) * sizeof(std::int64_t));
  std::size_t offset = 0;
  for (std::string const& name : integers)
    row.insertMember(name, std::exchange(offset, offset + 8), H5::PredType::NATIVE_INT64);
  for (std::string const& name : reals)
    row.insertMember(name, std::exchange(offset, offset + 8), H5::PredType::NATIVE_DOUBLE);
  for_each_block(dataset_, row, rows_, block_rows, body);
}

}  // namespace fairslot::storage
