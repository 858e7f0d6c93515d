#include "host/storage/hdf5.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "host/storage/library.hpp"

namespace fairslot::storage {
namespace {

thread_local std::string reason;

constexpr char marked[] =
    "marked as open for writing: its writer goes on or has crashed; where none goes on, "
    "h5clear --status takes the mark off and fairslot verify says whether the file is whole";

/// Finds the operating system's message in what HDF5 says about a failed call.
herr_t find_reason(unsigned, H5E_error2_t const* error, void*) {
  std::string_view const text = error->desc ? error->desc : "";
  if (text.find("h5clear") != std::string_view::npos) reason = marked;
  std::string_view constexpr mark = "error message = '";
  auto const at = text.find(mark);
  if (at == std::string_view::npos) return 0;
  auto const rest = text.substr(at + mark.size());
  reason = rest.substr(0, rest.find('\''));
  return 0;
}

herr_t remember(hid_t stack, void*) {
  return H5Ewalk2(stack, H5E_WALK_DOWNWARD, find_reason, nullptr);
}

/// As stored: `length` bytes each.
std::string packed(std::vector<std::string> const& texts, std::size_t length) {
  std::string bytes;
  for (std::string const& text : texts) bytes.append(text).append(length - text.size(), '\0');
  return bytes;
}

std::string until_zero(std::string_view text) {
  return std::string(text.substr(0, text.find('\0')));
}

H5::Attribute open_attribute(H5::H5Object const& object, std::string const& name) {
  if (H5Aexists(object.getId(), name.c_str()) <= 0)
    throw FormatError(place(object, name) + " is missing");
  return object.openAttribute(name);
}

/// The bytes of texts of one length.
std::string read_texts(H5::H5Object const& object, H5::Attribute const& attribute,
                       std::string const& name, std::size_t count, std::size_t& length) {
  bool const fixed =
      attribute.getTypeClass() == H5T_STRING && !attribute.getStrType().isVariableStr();
  if (!fixed) throw FormatError(place(object, name) + " is no text of fixed length");
  if (!(attribute.getStrType() == text_type(attribute.getStrType().getSize())))
    throw FormatError(place(object, name) + not_utf8);
  length = attribute.getStrType().getSize();
  if (length == 0 || count > most_in_an_attribute / length)
    throw FormatError(place(object, name) + " is too long");
  std::string bytes(count * length, '\0');
  if (!bytes.empty()) attribute.read(text_type(length), bytes.data());
  return bytes;
}

bool is_one(H5::DataSpace const& space) { return space.getSimpleExtentType() == H5S_SCALAR; }

void require_link(H5::Group const& parent, std::string const& name) {
  H5L_info_t info;
  if (H5Lexists(parent.getId(), name.c_str(), H5P_DEFAULT) <= 0)
    throw FormatError(place(parent) + " has no " + name);
  if (H5Lget_info(parent.getId(), name.c_str(), &info, H5P_DEFAULT) < 0 ||
      info.type != H5L_TYPE_HARD)
    throw FormatError(place(parent) + "'s " + name + " is a link to another place");
}

}  // namespace

std::string hdf5_version() {
  unsigned major = 0, minor = 0, release = 0;
  H5::H5Library::getLibVersion(major, minor, release);
  return fmt::format("{}.{}.{}", major, minor, release);
}

std::mutex& hdf5_turn() {
  static std::mutex turn;
  return turn;
}

void listen_to_hdf5() {
  reason.clear();
  H5Eset_auto2(H5E_DEFAULT, remember, nullptr);
}

std::string hdf5_reason(H5::Exception const& error, std::string_view otherwise) {
  // Its locks say no more than EAGAIN.
  if (reason == std::strerror(EAGAIN)) return "another program has it open for writing";
  if (!reason.empty()) return reason;
  return otherwise.empty() ? "HDF5: " + error.getDetailMsg() : std::string(otherwise);
}

std::string place(H5::H5Object const& object, std::string const& attribute) {
  std::string const path = object.getObjName();
  return attribute.empty() ? path : path + "@" + attribute;
}

H5::StrType text_type(std::size_t length) {
  H5::StrType type(H5::PredType::C_S1, length);
  type.setCset(H5T_CSET_UTF8);
  type.setStrpad(H5T_STR_NULLPAD);
  return type;
}

std::string name_of(H5::DataType const& type) {
  if (type == H5::PredType::STD_I32LE) return "<i4";
  if (type == H5::PredType::STD_I64LE) return "<i8";
  if (type == H5::PredType::IEEE_F64LE) return "<f8";
  bool const text = type.getClass() == H5T_STRING && H5Tis_variable_str(type.getId()) == 0;
  return text ? fmt::format("|S{}", type.getSize()) : "";
}

void for_each_block(H5::DataSet const& dataset, H5::DataType const& row, std::size_t rows,
                    std::size_t rows_at_a_time, std::function<void(std::string_view)> const& body) {
  H5::DataSpace file = dataset.getSpace();
  std::vector<char> bytes;
  for (std::size_t at = 0; at < rows; at += rows_at_a_time) {
    hsize_t const first = at, count = std::min(rows_at_a_time, rows - at);
    H5::DataSpace const memory(1, &count);
    file.selectHyperslab(H5S_SELECT_SET, &count, &first);
    bytes.resize(count * row.getSize());
    dataset.read(bytes.data(), row, memory, file);
    body({bytes.data(), bytes.size()});
  }
}

void set_attribute(H5::H5Object& object, std::string const& name, std::string const& text) {
  H5::StrType const type = text_type(std::max<std::size_t>(1, text.size()));
  object.createAttribute(name, type, H5::DataSpace(H5S_SCALAR)).write(type, text.c_str());
}

void set_attribute(H5::H5Object& object, std::string const& name, std::int64_t value) {
  auto const& type = H5::PredType::STD_I64LE;
  object.createAttribute(name, type, H5::DataSpace(H5S_SCALAR))
      .write(H5::PredType::NATIVE_INT64, &value);
}

void set_attribute(H5::H5Object& object, std::string const& name, double value) {
  auto const& type = H5::PredType::IEEE_F64LE;
  object.createAttribute(name, type, H5::DataSpace(H5S_SCALAR))
      .write(H5::PredType::NATIVE_DOUBLE, &value);
}

void set_attribute(H5::H5Object& object, std::string const& name,
                   std::vector<std::string> const& texts) {
  std::size_t length = 1;
  for (std::string const& text : texts) length = std::max(length, text.size());
  hsize_t const count = texts.size();
  H5::StrType const type = text_type(length);
  object.createAttribute(name, type, H5::DataSpace(1, &count))
      .write(type, packed(texts, length).data());
}

std::string text_attribute(H5::H5Object const& object, std::string const& name) {
  H5::Attribute const attribute = open_attribute(object, name);
  if (!is_one(attribute.getSpace())) throw FormatError(place(object, name) + " is not one text");
  std::size_t length = 0;
  return until_zero(read_texts(object, attribute, name, 1, length));
}

std::int64_t integer_attribute(H5::H5Object const& object, std::string const& name) {
  H5::Attribute const attribute = open_attribute(object, name);
  if (!is_one(attribute.getSpace()) || !(attribute.getDataType() == H5::PredType::STD_I64LE))
    throw FormatError(place(object, name) + " is not one integer");
  std::int64_t value = 0;
  attribute.read(H5::PredType::NATIVE_INT64, &value);
  return value;
}

double real_attribute(H5::H5Object const& object, std::string const& name) {
  H5::Attribute const attribute = open_attribute(object, name);
  if (!is_one(attribute.getSpace()) || !(attribute.getDataType() == H5::PredType::IEEE_F64LE))
    throw FormatError(place(object, name) + " is not one real number");
  double value = 0;
  attribute.read(H5::PredType::NATIVE_DOUBLE, &value);
  return value;
}

std::vector<std::string> texts_attribute(H5::H5Object const& object, std::string const& name) {
  H5::Attribute const attribute = open_attribute(object, name);
  H5::DataSpace const space = attribute.getSpace();
  if (!space.isSimple() || space.getSimpleExtentNdims() != 1)
    throw FormatError(place(object, name) + " is no list of texts");
  auto const count = static_cast<std::size_t>(space.getSimpleExtentNpoints());
  std::size_t length = 0;
  std::string const bytes = read_texts(object, attribute, name, count, length);
  std::vector<std::string> texts;
  for (std::size_t at = 0; at < bytes.size(); at += length)
    texts.push_back(until_zero(std::string_view(bytes).substr(at, length)));
  return texts;
}

H5::Group open_group(H5::Group const& parent, std::string const& name) {
  require_link(parent, name);
  if (parent.childObjType(name) != H5O_TYPE_GROUP)
    throw FormatError(place(parent) + "'s " + name + " is no group");
  return parent.openGroup(name);
}

H5::DataSet open_dataset(H5::Group const& parent, std::string const& name) {
  require_link(parent, name);
  if (parent.childObjType(name) != H5O_TYPE_DATASET)
    throw FormatError(place(parent) + "'s " + name + " is no table");
  return parent.openDataSet(name);
}

}  // namespace fairslot::storage
