#include "kernels/shown.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

namespace fairslot {
namespace {

TEST(Shown, KeepsWhatPeopleWrite) {
  EXPECT_EQ(shown("tvtsf:h=full"), "tvtsf:h=full");
  EXPECT_EQ(shown("C:\\temp\\r \"x\" 'y'"), "C:\\temp\\r \"x\" 'y'");
  EXPECT_EQ(shown("naïve 東京 🙂"), "naïve 東京 🙂");
}

TEST(Shown, EscapesWhatATerminalObeys) {
  EXPECT_EQ(shown("\x1b[31m\r\n\t\x7f"), "\\x1b[31m\\r\\n\\t\\x7f");
  EXPECT_EQ(shown(std::string_view("a\0b", 3)), "a\\x00b");
  EXPECT_EQ(shown("\xc2\x9b"
                  "31m"),
            "\\u009b31m");  // C1: CSI
  EXPECT_EQ(shown("\xe2\x80\xae"
                  "fdp.\xe2\x81\xa6"),
            "\\u202efdp.\\u2066");
  EXPECT_EQ(shown("\xe2\x80\x8b\xef\xbb\xbf\xf3\xa0\x81\x81"), "\\u200b\\ufeff\\U000e0041");
}

TEST(Shown, EscapesBytesThatAreNotUtf8) {
  EXPECT_EQ(shown("\xff\x80"), "\\xff\\x80");
  EXPECT_EQ(shown("\xc0\x9b"), "\\xc0\\x9b");           // overlong
  EXPECT_EQ(shown("\xe0\x82\x9b"), "\\xe0\\x82\\x9b");  // overlong
  EXPECT_EQ(shown("\xed\xa0\x80"), "\\xed\\xa0\\x80");  // a surrogate
  EXPECT_EQ(shown("\xf4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80");
  EXPECT_EQ(shown("\xe6\x9d"), "\\xe6\\x9d");  // cut off
  EXPECT_FALSE(is_utf8("\xe6\x9d"));
  EXPECT_TRUE(is_utf8("東京\x1b"));
}

TEST(Shown, CutsAtAWholeCharacter) {
  EXPECT_EQ(shown(std::string(60, 'a')), std::string(60, 'a'));
  EXPECT_EQ(shown(std::string(61, 'a')), std::string(57, 'a') + "...");
  EXPECT_EQ(shown("aaaa\x1b\x1b", 9), "aaaa...");
  EXPECT_EQ(shown("aa東東", 7), "aa...");
}

TEST(Shown, LinesStayLines) {
  EXPECT_EQ(shown_lines("a\r\nb\x1b\n"), "a\\r\nb\\x1b\n");
  EXPECT_EQ(shown_lines("a"), "a");
  EXPECT_EQ(shown_lines(""), "");
}

RC_GTEST_PROP(Shown, IsShortPrintableAndTheSameTwice, ()) {
  auto const text = *rc::gen::container<std::string>(rc::gen::arbitrary<char>());
  std::string const once = shown(text);
  RC_ASSERT(once.size() <= 60U);
  RC_ASSERT(is_utf8(once));
  RC_ASSERT(shown(once) == once);
  RC_ASSERT(std::ranges::none_of(once, [](unsigned char c) { return c < 32 || c == 127; }));
}

}  // namespace
}  // namespace fairslot
