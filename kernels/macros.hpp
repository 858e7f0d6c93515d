#pragma once

#include <cassert>

/// Marks a function that runs on the host and on the device.
#if defined(__CUDACC__)
#define FAIRSLOT_FUNCTION __host__ __device__
#else
#define FAIRSLOT_FUNCTION
#endif

/// Keeps what is asked less often out of a loop of the processor, so that the loop stays small.
#if defined(__CUDACC__)
#define FAIRSLOT_APART
#else
#define FAIRSLOT_APART __attribute__((noinline))
#endif

/// Has to be part of the loop that calls it, however large that becomes.
#if defined(__CUDACC__)
#define FAIRSLOT_WITHIN
#else
#define FAIRSLOT_WITHIN __attribute__((always_inline))
#endif

/// What index arithmetic relies on, stated where it is relied on. A build without NDEBUG ends with
/// the condition and its line where it does not hold, on a device, too; a release build never
/// looks.
#if defined(NDEBUG)
#define FAIRSLOT_ASSERT(condition) static_cast<void>(sizeof(static_cast<bool>(condition)))
#else
#define FAIRSLOT_ASSERT(condition) assert(condition)
#endif

/// The instruction set that a translation unit is compiled for. It is part of the name of every
/// function of the engine, so that a program may hold several variants and choose at run time
/// (advance.hpp). FAIRSLOT_AS_ON_DEVICE: code for a device, compiled for the processor.
/// FAIRSLOT_WITHOUT_VECTORS: arrays in the place of registers. FAIRSLOT_VECTORS: bits of a
/// register.
#if defined(__CUDACC__) || defined(FAIRSLOT_AS_ON_DEVICE)
#define FAIRSLOT_ISA device
#define FAIRSLOT_VECTORS 0
#elif defined(FAIRSLOT_WITHOUT_VECTORS)
#define FAIRSLOT_ISA arrays
#define FAIRSLOT_VECTORS 0
#elif defined(__AVX512F__) && defined(__AVX512DQ__) && defined(__AVX512BW__) && \
    defined(__AVX512VL__)
#define FAIRSLOT_ISA avx512
#define FAIRSLOT_VECTORS 512
#elif defined(__AVX2__)
#define FAIRSLOT_ISA portable
#define FAIRSLOT_VECTORS 256
#else
#define FAIRSLOT_ISA portable
#define FAIRSLOT_VECTORS 0
#endif
