#include "host/record/hdf5.hpp"

#include <fmt/format.h>

#include "host/record/library.hpp"

namespace fairslot {
namespace {

thread_local std::string reason;

/// Finds the operating system's message in what HDF5 says about a failed call.
herr_t find_reason(unsigned, H5E_error2_t const* error, void*) {
  std::string_view const text = error->desc ? error->desc : "";
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

H5::StrType text_type() { return {H5::PredType::C_S1, H5T_VARIABLE}; }

H5::StrType utf8_type() {
  H5::StrType type = text_type();
  type.setCset(H5T_CSET_UTF8);
  return type;
}

}  // namespace

std::string hdf5_version() {
  unsigned major = 0, minor = 0, release = 0;
  H5::H5Library::getLibVersion(major, minor, release);
  return fmt::format("{}.{}.{}", major, minor, release);
}

void listen_to_hdf5() {
  reason.clear();
  H5Eset_auto2(H5E_DEFAULT, remember, nullptr);
}

std::string hdf5_reason(H5::Exception const& error, std::string_view otherwise) {
  if (!reason.empty()) return reason;
  return otherwise.empty() ? "HDF5: " + error.getDetailMsg() : std::string(otherwise);
}

void set_attribute(H5::H5Object& object, std::string const& name, std::string const& text) {
  object.createAttribute(name, utf8_type(), H5::DataSpace(H5S_SCALAR)).write(utf8_type(), text);
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
  std::vector<char const*> pointers;
  for (std::string const& text : texts) pointers.push_back(text.c_str());
  hsize_t const size = texts.size();
  object.createAttribute(name, utf8_type(), H5::DataSpace(1, &size))
      .write(utf8_type(), pointers.data());
}

std::string text_attribute(H5::H5Object const& object, std::string const& name) {
  H5::Attribute const attribute = object.openAttribute(name);
  std::string text;
  attribute.read(attribute.getStrType(), text);
  return text;
}

std::int64_t integer_attribute(H5::H5Object const& object, std::string const& name) {
  std::int64_t value = 0;
  object.openAttribute(name).read(H5::PredType::NATIVE_INT64, &value);
  return value;
}

std::vector<std::string> texts_attribute(H5::H5Object const& object, std::string const& name) {
  H5::Attribute const attribute = object.openAttribute(name);
  H5::DataSpace const space = attribute.getSpace();
  std::vector<char*> pointers(static_cast<std::size_t>(space.getSimpleExtentNpoints()), nullptr);
  attribute.read(utf8_type(), pointers.data());
  std::vector<std::string> texts;
  for (char const* pointer : pointers) texts.emplace_back(pointer ? pointer : "");
  H5Dvlen_reclaim(utf8_type().getId(), space.getId(), H5P_DEFAULT, pointers.data());
  return texts;
}

}  // namespace fairslot
