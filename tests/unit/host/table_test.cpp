// Tables of results and traces: chunks that threads pack are those of the library.
#include <gtest/gtest.h>

#include <random>

#include "host/storage/stored_table.hpp"
#include "tests/folder.hpp"

namespace fairslot::storage {
namespace {

using TableTest = FolderTest;

Columns columns(std::size_t length) {
  using enum ColumnType;
  return {{"number", i32}, {"size", i64, "ms"}, text_column("name", length)};
}

enum class Rest { by_library, packed };

/// A file with one table, whose rows come some at a time.
void write_file(std::string const& path, std::size_t length, int rows, std::size_t packers,
                Rest rest = Rest::by_library) {
  std::mt19937 rng(static_cast<unsigned>(rows));
  H5::H5File file(path, H5F_ACC_TRUNC);
  Table table(file.openGroup("/"), "table", columns(length), {.packers = packers});
  for (int row = 0; row < rows;) {
    Rows some;
    for (int const end = std::min<int>(rows, row + static_cast<int>(rng() % 20000)); row < end;
         ++row) {
      some.put(row);
      some.put(static_cast<std::int64_t>(rng() % 1000));
      some.put_text(std::string(rng() % (length + 1), static_cast<char>('a' + rng() % 26)), length);
    }
    table.append(some);
  }
  if (rest == Rest::packed) table.pack_rest();
  table.close();
}

TEST_F(TableTest, PackersWriteTheLibrarysBytes) {
  constexpr int rows_of_a_chunk = static_cast<int>(Table::chunk_bytes / 25);
  for (std::size_t const length : {13U, 14U})  // rows of 25 and 26 bytes
    for (int const rows : {0, 1, rows_of_a_chunk, 7 * rows_of_a_chunk + 5}) {
      write_file(path("library.h5"), length, rows, 0);
      for (std::size_t const packers : {1U, 3U}) {
        write_file(path("packed.h5"), length, rows, packers);
        EXPECT_TRUE(content(path("packed.h5")) == content(path("library.h5")))
            << rows << " rows, " << packers << " packers";
      }
    }
}

TEST_F(TableTest, WhatIsLeftIsPackedToTheLibrarysBytes) {
  constexpr int rows_of_a_chunk = static_cast<int>(Table::chunk_bytes / 25);
  for (int const rows :
       {0, 1, 300, rows_of_a_chunk, rows_of_a_chunk + 1, 3 * rows_of_a_chunk + 500})
    for (std::size_t const packers : {0U, 2U}) {
      write_file(path("library.h5"), 13, rows, 0);
      write_file(path("packed.h5"), 13, rows, packers, Rest::packed);
      EXPECT_TRUE(content(path("packed.h5")) == content(path("library.h5")))
          << rows << " rows, " << packers << " packers";
    }
}

/// Rows of samples some of which fail: those are taken back, a chunk later or in the same.
void write_marked(std::string const& path, int rows_of_a_sample, std::size_t packers) {
  std::mt19937 rng(1);
  H5::H5File file(path, H5F_ACC_TRUNC);
  Table table(file.openGroup("/"), "table", columns(13), {.packers = packers});
  for (int sample = 0; sample < 12; ++sample) {
    Rows rows;
    for (int row = 0; row < rows_of_a_sample; ++row) {
      rows.put(sample);
      rows.put(static_cast<std::int64_t>(rng() % 1000));
      rows.put_text("text", 13);
    }
    table.append(rows);
    if (sample % 5 == 0 || sample % 5 == 3)
      table.rewind();
    else
      table.mark();
  }
  table.pack_rest();
  table.close();
}

/// Looks at their digest, too.
std::vector<char> rows_in(std::string const& path) {
  H5::H5File const file(path, H5F_ACC_RDONLY);
  return StoredTable(file.openGroup("/"), "table").read(columns(13));
}

TEST_F(TableTest, WhatIsTakenBackIsSoWithPackersToo) {
  constexpr int rows_of_a_chunk = static_cast<int>(Table::chunk_bytes / 25);
  for (int const rows : {10, rows_of_a_chunk / 3, rows_of_a_chunk, 4 * rows_of_a_chunk + 7}) {
    write_marked(path("library.h5"), rows, 0);
    write_marked(path("packed.h5"), rows, 2);
    std::vector<char> const kept = rows_in(path("packed.h5"));
    EXPECT_EQ(kept.size(), std::size_t{25} * 7 * static_cast<std::size_t>(rows));
    EXPECT_TRUE(kept == rows_in(path("library.h5"))) << rows;
  }
}

}  // namespace
}  // namespace fairslot::storage
