/// HDF5 for this folder, the only one that includes it: quiet, with errors of one line.
#pragma once

#include <H5Cpp.h>

#include <string>
#include <string_view>
#include <vector>

namespace fairslot {

/// Stops HDF5 from printing on this thread and remembers why a call failed instead.
void listen_to_hdf5();

/// Why the last call on this thread failed, e.g. "No space left on device"; `otherwise` where HDF5
/// did not say.
std::string hdf5_reason(H5::Exception const& error, std::string_view otherwise = {});

void set_attribute(H5::H5Object& object, std::string const& name, std::string const& text);
void set_attribute(H5::H5Object& object, std::string const& name, std::int64_t value);
void set_attribute(H5::H5Object& object, std::string const& name, double value);
void set_attribute(H5::H5Object& object, std::string const& name,
                   std::vector<std::string> const& texts);

// Throw H5::Exception where there is no such attribute.
std::string text_attribute(H5::H5Object const& object, std::string const& name);
std::int64_t integer_attribute(H5::H5Object const& object, std::string const& name);
std::vector<std::string> texts_attribute(H5::H5Object const& object, std::string const& name);

}  // namespace fairslot
