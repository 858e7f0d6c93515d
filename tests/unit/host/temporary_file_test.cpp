// Files that appear when they are whole: their names, their locks, what a killed run leaves behind.
#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "host/error.hpp"
#include "host/free_name.hpp"
#include "host/plain_file.hpp"
#include "host/record/leftovers.hpp"
#include "host/temporary_file.hpp"
#include "host/temporary_name.hpp"
#include "tests/folder.hpp"

namespace fairslot {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class TemporaryFileTest : public FolderTest {
 protected:
  /// The temporary file of a process that was killed before it could remove it.
  std::string left_by_a_killed_process(std::string const& target) const {
    pid_t const child = ::fork();
    if (child == 0) {
      TemporaryFile const file(target);
      ::raise(SIGKILL);
    }
    ::waitpid(child, nullptr, 0);
    return path(files().front());
  }
};

TEST_F(TemporaryFileTest, NamesTellWhoWritesAndAreNeverTheSame) {
  std::string const a = temporary_name("study.h5"), b = temporary_name("study.h5");
  EXPECT_NE(a, b);  // the same process, as after a fork or in another container
  EXPECT_THAT(a, testing::StartsWith(".study.h5.tmp-"));
  EXPECT_EQ(owner_of(a, "study.h5"), this_process());
  EXPECT_EQ(this_process().process, ::getpid());
  EXPECT_GT(this_process().start, 0u);
  EXPECT_FALSE(owner_of(a, "other.h5"));
  EXPECT_FALSE(owner_of(".study.h5.tmp-123-0", "study.h5"));
  EXPECT_FALSE(owner_of(".study.h5.tmp-host-0-1-ff", "study.h5"));
  std::string const longest(255, 'n');
  EXPECT_LE(temporary_name(longest).size(), 255u);
  EXPECT_EQ(owner_of(temporary_name(longest), longest), this_process());
}

TEST_F(TemporaryFileTest, OneThatHasEndedIsGone) {
  Owner owner = this_process();
  EXPECT_FALSE(is_gone(owner));
  owner.start += 1;  // another process had this id
  EXPECT_TRUE(is_gone(owner));
  owner.host += "-other";
  EXPECT_FALSE(is_gone(owner));
}

TEST_F(TemporaryFileTest, PublishKeepsOrReplacesWhatHasTheName) {
  for (Existing const existing : {Existing::keep, Existing::replace}) {
    std::string const target = put("a.txt", "old");
    TemporaryFile file(target);
    ASSERT_EQ(::write(file.descriptor(), "new", 3), 3);
    bool const keep = existing == Existing::keep;
    EXPECT_EQ(file.publish(existing), keep ? path("a-2.txt") : target);
    EXPECT_EQ(content(target), keep ? "old" : "new");
    EXPECT_EQ(content(path("a-2.txt")), "new");
  }
  TemporaryFile third(path("a.txt"));
  EXPECT_EQ(third.publish(Existing::keep), path("a-3.txt"));
}

TEST_F(TemporaryFileTest, EveryWayToMoveLeavesAForeignFileAlone) {
  for (auto* const move : {move_by_rename, move_by_link, move_by_claim, move_to_free_name}) {
    std::string const from = put("from", "new"), to = path("to");
    EXPECT_EQ(move(from, to), Move::done);
    EXPECT_EQ(content(to), "new");
    EXPECT_FALSE(fs::exists(from));
    put("from", "other");
    EXPECT_EQ(move(from, to), Move::taken);
    EXPECT_EQ(content(to), "new");
    EXPECT_EQ(content(from), "other");
    fs::remove(to);
    fs::create_symlink(path("victim"), to);
    EXPECT_EQ(move(from, to), Move::taken);
    EXPECT_FALSE(fs::exists(path("victim")));
    fs::remove(to);
    EXPECT_EQ(move(path("missing"), to), Move::failed);
    fs::remove(to);
  }
}

TEST_F(TemporaryFileTest, AFileOfAKilledProcessIsRemovedOnce) {
  std::string const left = left_by_a_killed_process(path("a.h5"));
  EXPECT_THAT(record::clear_leftovers(path("b.h5")), IsEmpty());
  EXPECT_THAT(record::clear_leftovers(path("a.h5")),
              ElementsAre(left + ": left behind by a run that was killed, removed"));
  EXPECT_THAT(files(), IsEmpty());
  EXPECT_THAT(record::clear_leftovers(path("a.h5")), IsEmpty());
  EXPECT_THAT(record::clear_leftovers(""), IsEmpty());
}

TEST_F(TemporaryFileTest, OthersFilesStay) {
  TemporaryFile const live(path("a.h5"));
  EXPECT_THAT(record::clear_leftovers(path("a.h5")),
              ElementsAre(HasSubstr("another run that goes on")));
  put(".a.h5.tmp-elsewhere-1-1-ff", "");
  put(".a.h5.tmp-4194304-0", "");
  fs::create_symlink(path("victim"), path(".a.h5.tmp-" + this_process().host + "-4194304-1-ff"));
  EXPECT_THAT(record::clear_leftovers(path("a.h5")),
              testing::UnorderedElementsAre(HasSubstr("another run that goes on"),
                                            HasSubstr("of a run on elsewhere, left alone"),
                                            HasSubstr("by an older fairslot, left alone")));
  EXPECT_EQ(files().size(), 4u);
}

TEST_F(TemporaryFileTest, ALockKeepsAFileWhoseProcessIsOutOfSight) {
  std::string const name = ".a.h5.tmp-" + this_process().host + "-4194304-1-ff";
  put(name, "");
  int const held = ::open(path(name).c_str(), O_RDONLY | O_CLOEXEC);
  ASSERT_EQ(::flock(held, LOCK_EX), 0);
  EXPECT_THAT(record::clear_leftovers(path("a.h5")),
              ElementsAre(HasSubstr("another run that goes on")));
  ::close(held);
  EXPECT_THAT(record::clear_leftovers(path("a.h5")), ElementsAre(HasSubstr("removed")));
}

TEST_F(TemporaryFileTest, OutputsAreNoLinksFoldersOrInputs) {
  std::string const input = put("a.toml", "");
  fs::create_hard_link(input, path("hard"));
  fs::create_symlink(path("victim"), path("soft"));
  auto const refusal = [](std::string const& path, std::string const& source) -> std::string {
    try {
      require_plain_file("--out", path, source);
    } catch (InputError const& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_THAT(refusal(path("hard"), input), HasSubstr("a.toml itself"));
  EXPECT_THAT(refusal(path("./a.toml"), input), HasSubstr("a.toml itself"));
  EXPECT_THAT(refusal(path("soft"), input), HasSubstr("symbolic link"));
  EXPECT_THAT(refusal(path(""), input), HasSubstr("folder"));
  EXPECT_THAT(refusal("/dev/null", input), HasSubstr("no plain file"));
  EXPECT_EQ(refusal(path("new"), input), "");
  EXPECT_TRUE(is_same_file("new/../x.h5", "x.h5"));
  EXPECT_TRUE(is_same_file("x.h5", "./x.h5"));
  EXPECT_FALSE(is_same_file("x.h5", "y.h5"));
}

}  // namespace
}  // namespace fairslot
