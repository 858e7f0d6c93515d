/// What may be written: results take the place of a file of their own kind, never of a device, a
/// pipe, a folder, a link or what they are made from.
#pragma once

#include <string>

namespace fairslot {

// Each throws InputError of one line, "OPTION PATH: what is wrong (what is allowed)".

/// A file system takes the name: better known before a run than after it.
void require_short_name(std::string const& option, std::string const& path);
/// `path` is a plain file or nothing yet; not `input`, by this or another name.
void require_plain_file(std::string const& option, std::string const& path,
                        std::string const& input = "");
/// A pipe or device is allowed, too. An existing file must begin as `head` does; `kind` says what
/// such a file is, `allowed` what to do about another.
void require_text_output(std::string const& option, std::string const& path,
                         std::string const& head, std::string const& kind,
                         std::string const& allowed = "a new file's name");

/// Whether text is to be written as it is, not aside.
bool is_pipe_or_device(std::string const& path);
/// Whether both name one file, whether or not it is there.
bool is_same_file(std::string const& a, std::string const& b);

}  // namespace fairslot
