# The header of ben-strasser's CSV parser, as Debian and others lay it down.
find_path(FAIRSLOT_FCCP_INCLUDE libfccp/csv.h)
if(NOT FAIRSLOT_FCCP_INCLUDE)
  message(FATAL_ERROR "libfccp/csv.h is not there: install libfccp-dev (fast-cpp-csv-parser), or set FAIRSLOT_FCCP_INCLUDE")
endif()
