/// A folder for the files of a test.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace fairslot {

/// Its tests have a folder of their own, empty at their start and gone at their end.
class FolderTest : public testing::Test {
 protected:
  void SetUp() override { std::filesystem::create_directories(folder_); }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string path(std::string const& name) const { return (folder_ / name).string(); }
  /// Writes a file of this name; returns its path.
  std::string put(std::string const& name, std::string const& text) const {
    std::ofstream(path(name), std::ios::binary) << text;
    return path(name);
  }
  static std::string content(std::string const& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  std::vector<std::string> files() const {
    std::vector<std::string> names;
    for (auto const& entry : std::filesystem::directory_iterator(folder_))
      names.push_back(entry.path().filename());
    return names;
  }

  std::filesystem::path const folder_ =
      std::filesystem::temp_directory_path() / ("fairslot_test_" + std::to_string(getpid()));
};

}  // namespace fairslot
