// Divisible pools as a library: instances in the repository, what mechanisms take.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "host/pool/fit.hpp"
#include "host/pool/in_order.hpp"
#include "host/pool/read.hpp"
#include "host/pool/solver.hpp"
#include "tests/instances.hpp"

namespace fairslot::pool {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

InstanceFile example(std::string const& more = "") {
  return parse_instance(
      "capacity = [9, 18]\n[[users]]\ndemand = [1, 4]\n" + more + "[[users]]\ndemand = [3, 1]\n",
      "i.toml");
}

/// What the solver says against it.
std::string unfit(std::string const& mechanism, Instance const& instance) {
  try {
    (void)Solver(mechanism).solve(instance);
  } catch (Unfit const& error) {
    return error.key + ": " + error.what();
  }
  return "solved";
}

TEST(PoolFiles, AreAllSolvedByTheMechanismsThatTheyName) {
  int count = 0;
  for (auto const& entry : std::filesystem::recursive_directory_iterator("scenarios")) {
    if (!is_instance(entry.path())) continue;
    InstanceFile const file = read_instance(entry.path().string());
    EXPECT_EQ(file.instance.name, entry.path().stem().string());
    EXPECT_FALSE(file.solve.empty()) << entry.path();
    for (std::string const& mechanism : file.solve)
      EXPECT_EQ(Solver(mechanism).solve(file.instance).tasks.size(), file.instance.N());
    ++count;
  }
  EXPECT_GE(count, 1);
}

TEST(PoolMechanisms, HaveAllThatIsListed) {
  for (MechanismInfo const& info : mechanism_infos()) {
    EXPECT_FALSE(info.summary.empty() || info.source.empty() || info.claims.empty()) << info.name;
    EXPECT_EQ(Solver(info.name).text(), info.name);
    EXPECT_FALSE(needs_of(info.takes).empty()) << info.name;
  }
}

TEST(PoolMechanisms, AreNamedByTheOptionsThatDiffer) {
  EXPECT_EQ(Solver("drf:ties=highest,discrete=no").text(), "drf:ties=highest");
  EXPECT_THROW(Solver("drf:ties=last"), SpecError);
}

TEST(PoolMechanisms, RefuseWhatTheyDoNotTake) {
  Instance const weighed = example("weight = [1, 2]\n").instance;
  EXPECT_EQ(unfit("drf", weighed), "solved");
  Instance const weightless = example("weight = 0\n").instance;
  EXPECT_THAT(unfit("drf", weightless), HasSubstr("users.0.weight: 0 is not allowed for drf"));
  Takes const one_weight{};
  EXPECT_THROW(require_fit("x", one_weight, weighed), Unfit);
  EXPECT_NO_THROW(require_fit("x", {.resource_weights = true}, weighed));
  EXPECT_NO_THROW(require_fit("x", {.zero_weights = true}, weightless));
  for (Takes const& takes :
       {Takes{.needs_servers = true}, Takes{.needs_utility = true},
        Takes{.needs_contribution = true}, Takes{.needs_slots = true}, Takes{.needs_jobs = true}})
    EXPECT_THROW(require_fit("x", takes, example().instance), Unfit);
}

TEST(PoolInstances, ServersAreTheirSum) {
  Instance const in = parse_instance(
                          "[[servers]]\ncapacity = [1, 2]\ncount = 3\nspeed = 2\n[[servers]]\n"
                          "capacity = [4, 0]\n[[users]]\ndemand = [1, 1]\nservers = [3, 0]\n"
                          "[[users]]\ndemand = [1, 0]\nservers = [0, 1, 2, 3]\n",
                          "i.toml")
                          .instance;
  EXPECT_THAT(in.capacity, ElementsAre(7, 6));
  EXPECT_EQ(in.M(), 4u);
  EXPECT_THAT(in.speed, ElementsAre(2, 2, 2, 1));
  EXPECT_THAT(in.server(3), ElementsAre(4, 0));
  EXPECT_THAT(in.permitted, ElementsAre(ElementsAre(0, 3), ElementsAre()));
}

TEST(PoolInstances, ContributionsAreParts) {
  Instance const in =
      parse_instance(
          "capacity = [1]\n[[users]]\ndemand = [1]\ncontribution = 1\nleave_after = 2\n[[users]]\n"
          "demand = [1]\ncontribution = 3\n",
          "i.toml")
          .instance;
  EXPECT_THAT(in.contribution, ElementsAre(0.25, 0.75));
  EXPECT_THAT(in.leave_after, ElementsAre(2, 0));
}

TEST(PoolAnswers, AllocationsSufficeForTheScarcest) {
  Instance const in = example().instance;
  Answer const answer = answer_of_allocation(in, {2, 4, 7, 1});
  EXPECT_THAT(answer.tasks, ElementsAre(1, 1));
  EXPECT_THAT(answer.used, ElementsAre(9, 5));
  EXPECT_THAT(answer.saturated, ElementsAre(1, 0));
}

TEST(PoolInOrder, ResultsComeInTheOrderOfTheBlocksAndSoDoFailures) {
  int read = 0;
  InOrder<int, int> squares(
      4, [&read]() { return read < 200 ? std::optional(read++) : std::nullopt; },
      [](int&& block) {
        if (block == 150) throw std::runtime_error("150");
        return block * block;
      });
  for (int i = 0; i < 150; ++i) EXPECT_EQ(squares.pop(), i * i);
  EXPECT_THROW(squares.pop(), std::runtime_error);
  for (int i = 151; i < 200; ++i) EXPECT_EQ(squares.pop(), i * i);
  EXPECT_EQ(squares.pop(), std::nullopt);
}

}  // namespace
}  // namespace fairslot::pool
