/// Tables of an HDF5 file under this folder's name.
#pragma once

#include "host/record/rows.hpp"
#include "host/storage/stored_table.hpp"

namespace fairslot::record {

using storage::FormatError, storage::OtherVersion;
using storage::hdf5_reason, storage::hdf5_turn, storage::listen_to_hdf5;
using storage::integer_attribute, storage::real_attribute, storage::set_attribute,
    storage::text_attribute, storage::texts_attribute;
using storage::most_in_an_attribute, storage::name_of, storage::not_utf8, storage::text_type;
using storage::open_dataset, storage::open_group, storage::place;
using storage::row_type, storage::Packing, storage::RowReader, storage::StoredTable, storage::Table,
    storage::write_table, storage::write_text;

}  // namespace fairslot::record
