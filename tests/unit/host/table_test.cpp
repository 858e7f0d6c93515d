// Tables of results and traces: chunks that threads pack are those of the library.
#include <gtest/gtest.h>

#include <random>

#include "host/storage/table.hpp"
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

}  // namespace
}  // namespace fairslot::storage
