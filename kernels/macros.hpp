#pragma once

/// Marks a function that runs on the host and on the device.
#if defined(__CUDACC__)
#define FAIRSLOT_FUNCTION __host__ __device__
#else
#define FAIRSLOT_FUNCTION
#endif
