/// HDF5 for the folders that store: quiet, with errors of one line.
///
/// A file that is read may hold anything. Every read looks first at the class, type, rank and size
/// of what is there; all texts have a fixed length, so no pointer of a file is ever followed.
#pragma once

#include <H5Cpp.h>

#include <functional>
#include <mutex>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace fairslot::storage {

/// The file holds something else than a results file does: what() says what and where, without the
/// file's name.
struct FormatError : std::runtime_error {
  using std::runtime_error::runtime_error;
};
/// The file may be whole: other versions of fairslot wrote such.
struct OtherVersion : FormatError {
  using FormatError::FormatError;
};

/// Held by who calls HDF5 while another thread may: the library knows one at a time.
std::mutex& hdf5_turn();

/// Stops HDF5 from printing on this thread and remembers why a call failed instead.
void listen_to_hdf5();

/// Why the last call on this thread failed, e.g. "No space left on device"; `otherwise` where HDF5
/// did not say.
std::string hdf5_reason(H5::Exception const& error, std::string_view otherwise = {});

/// UTF-8 in `length` >= 1 bytes, zeros after its end.
H5::StrType text_type(std::size_t length);

/// Ends what is said of a text of another type.
inline constexpr char not_utf8[] = " is no UTF-8 with zeros after its end";

/// numpy's name of a type that a results file has ("<i4", "<i8", "<f8", "|S10"); empty for others.
std::string name_of(H5::DataType const& type);

/// The first rows of a one-dimensional dataset, converted to `row`, so many at a time.
void for_each_block(H5::DataSet const& dataset, H5::DataType const& row, std::size_t rows,
                    std::size_t rows_at_a_time, std::function<void(std::string_view)> const& body);

inline constexpr std::size_t most_in_an_attribute = std::size_t{64} << 20;  // bytes

void set_attribute(H5::H5Object& object, std::string const& name, std::string const& text);
void set_attribute(H5::H5Object& object, std::string const& name, std::int64_t value);
void set_attribute(H5::H5Object& object, std::string const& name, double value);
void set_attribute(H5::H5Object& object, std::string const& name,
                   std::vector<std::string> const& texts);

// Throw FormatError where there is no such attribute of this type and shape.
std::string text_attribute(H5::H5Object const& object, std::string const& name);
std::int64_t integer_attribute(H5::H5Object const& object, std::string const& name);
double real_attribute(H5::H5Object const& object, std::string const& name);
std::vector<std::string> texts_attribute(H5::H5Object const& object, std::string const& name);

// Throw FormatError where `parent` itself has no such member of this kind: a link to another place
// or file is none.
H5::Group open_group(H5::Group const& parent, std::string const& name);
H5::DataSet open_dataset(H5::Group const& parent, std::string const& name);

/// "/summary@policies": an attribute's place in words.
std::string place(H5::H5Object const& object, std::string const& attribute = "");

}  // namespace fairslot::storage
