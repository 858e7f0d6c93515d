# Switches the CUDA language on where the backend needs it.
if(FAIRSLOT_BACKEND STREQUAL "cuda")
  if(CMAKE_VERSION VERSION_LESS 3.28)
    message(FATAL_ERROR "The CUDA tree needs cmake 3.28 or newer for C++20: use scripts/build-cuda, which takes .venv's")
  endif()
  set(CMAKE_CUDA_ARCHITECTURES 90 CACHE STRING "NVIDIA architectures")
  enable_language(CUDA)
endif()
