# FAIRSLOT_LIBFUZZER: a clang++ that links libFuzzer and the sanitizers; empty where there is none, or
# where this tree has sanitizers of its own.
find_program(FAIRSLOT_CLANG NAMES clang++ clang++-20 clang++-19 clang++-18 clang++-17 clang++-16 clang++-15 clang++-14)
mark_as_advanced(FAIRSLOT_CLANG)
set(FAIRSLOT_LIBFUZZER "")
if(FAIRSLOT_CLANG AND NOT FAIRSLOT_SANITIZE)
  set(probe ${CMAKE_CURRENT_BINARY_DIR}/libfuzzer_probe)
  file(WRITE ${probe}.cpp "extern \"C\" int LLVMFuzzerTestOneInput(unsigned char const*, unsigned long) { return 0; }\n")
  execute_process(COMMAND ${FAIRSLOT_CLANG} -fsanitize=fuzzer,address,undefined ${probe}.cpp -o ${probe}
    RESULT_VARIABLE failed OUTPUT_QUIET ERROR_QUIET)
  if(NOT failed)
    set(FAIRSLOT_LIBFUZZER ${FAIRSLOT_CLANG})
  endif()
endif()
