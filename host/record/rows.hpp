/// Rows of tables under this folder's name: free of HDF5, for every producer of rows.
#pragma once

#include "host/storage/rows.hpp"

namespace fairslot::record {

using storage::Column, storage::Columns, storage::ColumnType, storage::Rows;
using storage::longest, storage::row_size, storage::text_column;

}  // namespace fairslot::record
