// What the documents say of scenarios of stages.
#include <filesystem>
#include <fstream>
#include <iterator>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "host/stages/scenario.hpp"

namespace fairslot::stages {
namespace {

TEST(StagesDocuments, HoldTheGeneratedKeyTable) {
  std::ifstream file("scenarios/README.md");
  std::string const text{std::istreambuf_iterator<char>(file), {}};
  EXPECT_THAT(text, testing::HasSubstr(keys_markdown()))
      << "put the output of `fairslot list stages --markdown` into scenarios/README.md";
}

TEST(StagesDocuments, ScenariosLoadBackToTheSame) {
  int count = 0;
  for (auto const& entry : std::filesystem::directory_iterator("scenarios/stages")) {
    std::string const name = entry.path().stem();
    Scenario const own = read_scenario(entry.path()).scenario;
    EXPECT_EQ(own.name, name);
    EXPECT_EQ(parse_scenario(to_toml(own), name).scenario, own) << name;
    ++count;
  }
  EXPECT_GE(count, 11);
}

}  // namespace
}  // namespace fairslot::stages
