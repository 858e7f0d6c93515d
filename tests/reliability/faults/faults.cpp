// Preloaded (LD_PRELOAD), makes calls of a program fail, from main() on:
//   FAULT_KIND   which calls: malloc, write, read, sync, open, rename, close, resize, thread
//   FAULT_AT     the number of the first one that fails, from 1; 0: none does
//   FAULT_ON     1: all after it fail, too
//   FAULT_ERROR  errno of the failure; 0: a write or read of half of the bytes
//   FAULT_SPARE  words joined by commas: calls from libraries with one in their path succeed
//   FAULT_COUNT  a file that gets the number of calls counted at the end
// Calls inside the C library (printf's write) are out of its reach.
#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <stdarg.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

extern "C" {
void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void* __libc_memalign(std::size_t, std::size_t);
}

namespace {

struct Range {
  std::uintptr_t begin, end;
};

// Plain variables: the first calls come before any constructor has run.
char const* kind = nullptr;
long first = 0;
int failure = ENOMEM;
bool all_after = false;
std::atomic<long> calls = 0;
Range spared_code[64];
int spared_ranges = 0;

/// True where the name holds one of the words of FAULT_SPARE.
bool names_spared(char const* name) {
  char words[256] = {};
  char const* const list = std::getenv("FAULT_SPARE");
  if (!list) return false;
  std::strncpy(words, list, sizeof words - 1);
  for (char *rest = words, *word; (word = strsep(&rest, ","));)
    if (*word && std::strstr(name, word)) return true;
  return false;
}

int note_spared(dl_phdr_info* library, std::size_t, void*) {
  if (!names_spared(library->dlpi_name)) return 0;
  for (int i = 0; i < library->dlpi_phnum; ++i) {
    auto const& part = library->dlpi_phdr[i];
    if (part.p_type != PT_LOAD || !(part.p_flags & PF_X) || spared_ranges == 64) continue;
    std::uintptr_t const begin = library->dlpi_addr + part.p_vaddr;
    spared_code[spared_ranges++] = {begin, begin + part.p_memsz};
  }
  return 0;
}

bool is_spared(void const* caller) {
  auto const at = reinterpret_cast<std::uintptr_t>(caller);
  for (int i = 0; i < spared_ranges; ++i)
    if (at >= spared_code[i].begin && at < spared_code[i].end) return true;
  return false;
}

long number(char const* name, long otherwise) {
  char const* const text = std::getenv(name);
  return text ? std::atol(text) : otherwise;
}

void begin() {
  dl_iterate_phdr(note_spared, nullptr);
  first = number("FAULT_AT", 0);
  failure = static_cast<int>(number("FAULT_ERROR", EIO));
  all_after = number("FAULT_ON", 0) != 0;
  kind = std::getenv("FAULT_KIND");
}

int (*program)(int, char**, char**) = nullptr;

int counted(int argc, char** argv, char** environment) {
  begin();
  return program(argc, argv, environment);
}

__attribute__((destructor)) void end() {
  char const* const path = std::getenv("FAULT_COUNT");
  kind = nullptr;
  if (FILE* const file = path ? std::fopen(path, "w") : nullptr) {
    std::fprintf(file, "%ld\n", calls.load());
    std::fclose(file);
  }
}

/// Whether this call is to fail; sets errno.
bool fails(char const* call, void const* caller) {
  if (!kind || std::strcmp(kind, call) != 0 || is_spared(caller)) return false;
  long const n = ++calls;
  if (first == 0 || (all_after ? n < first : n != first)) return false;
  errno = failure;
  return true;
}

/// The function that this one stands in front of.
template <class Function>
Function* next(char const* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

}  // namespace

#define CALLER __builtin_return_address(0)
/// Finds the real function once.
#define REAL(name) static auto* const real = next<decltype(name)>(#name)
/// The mode behind `flags`, where the call may make a file.
#define MODE()                                                                    \
  va_list more;                                                                   \
  va_start(more, flags);                                                          \
  mode_t const mode = (flags & (O_CREAT | O_TMPFILE)) ? va_arg(more, mode_t) : 0; \
  va_end(more)

extern "C" {

int __libc_start_main(int (*main)(int, char**, char**), int argc, char** argv, void (*init)(),
                      void (*fini)(), void (*loader)(), void* stack) {
  REAL(__libc_start_main);
  program = main;
  return real(counted, argc, argv, init, fini, loader, stack);
}

void* malloc(std::size_t size) noexcept {
  return fails("malloc", CALLER) ? nullptr : __libc_malloc(size);
}
void* calloc(std::size_t count, std::size_t size) noexcept {
  return fails("malloc", CALLER) ? nullptr : __libc_calloc(count, size);
}
void* realloc(void* old, std::size_t size) noexcept {
  return fails("malloc", CALLER) ? nullptr : __libc_realloc(old, size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept {
  return fails("malloc", CALLER) ? nullptr : __libc_memalign(alignment, size);
}
int posix_memalign(void** out, std::size_t alignment, std::size_t size) noexcept {
  if (fails("malloc", CALLER)) return ENOMEM;
  *out = __libc_memalign(alignment, size);
  return *out ? 0 : ENOMEM;
}

ssize_t write(int file, void const* bytes, std::size_t size) {
  REAL(write);
  bool const failed = fails("write", CALLER);
  return failed && failure ? -1 : real(file, bytes, failed ? (size + 1) / 2 : size);
}
ssize_t pwrite(int file, void const* bytes, std::size_t size, off_t at) {
  REAL(pwrite);
  bool const failed = fails("write", CALLER);
  return failed && failure ? -1 : real(file, bytes, failed ? (size + 1) / 2 : size, at);
}
ssize_t pwrite64(int file, void const* bytes, std::size_t size, off64_t at) {
  REAL(pwrite64);
  bool const failed = fails("write", CALLER);
  return failed && failure ? -1 : real(file, bytes, failed ? (size + 1) / 2 : size, at);
}
ssize_t writev(int file, iovec const* parts, int count) {
  REAL(writev);
  return fails("write", CALLER) && failure ? -1 : real(file, parts, count);
}
ssize_t read(int file, void* bytes, std::size_t size) {
  REAL(read);
  bool const failed = fails("read", CALLER);
  return failed && failure ? -1 : real(file, bytes, failed ? (size + 1) / 2 : size);
}
ssize_t pread(int file, void* bytes, std::size_t size, off_t at) {
  REAL(pread);
  bool const failed = fails("read", CALLER);
  return failed && failure ? -1 : real(file, bytes, failed ? (size + 1) / 2 : size, at);
}
ssize_t pread64(int file, void* bytes, std::size_t size, off64_t at) {
  REAL(pread64);
  bool const failed = fails("read", CALLER);
  return failed && failure ? -1 : real(file, bytes, failed ? (size + 1) / 2 : size, at);
}
int fsync(int file) {
  REAL(fsync);
  return fails("sync", CALLER) ? -1 : real(file);
}
int fdatasync(int file) {
  REAL(fdatasync);
  return fails("sync", CALLER) ? -1 : real(file);
}
int open(char const* path, int flags, ...) {
  REAL(open);
  MODE();
  return fails("open", CALLER) ? -1 : real(path, flags, mode);
}
int open64(char const* path, int flags, ...) {
  REAL(open64);
  MODE();
  return fails("open", CALLER) ? -1 : real(path, flags, mode);
}
int openat(int folder, char const* path, int flags, ...) {
  REAL(openat);
  MODE();
  return fails("open", CALLER) ? -1 : real(folder, path, flags, mode);
}
FILE* fopen(char const* path, char const* mode) {
  REAL(fopen);
  return fails("open", CALLER) ? nullptr : real(path, mode);
}
FILE* fopen64(char const* path, char const* mode) {
  REAL(fopen64);
  return fails("open", CALLER) ? nullptr : real(path, mode);
}
int rename(char const* from, char const* to) noexcept {
  REAL(rename);
  return fails("rename", CALLER) ? -1 : real(from, to);
}
int renameat2(int a, char const* from, int b, char const* to, unsigned flags) noexcept {
  REAL(renameat2);
  return fails("rename", CALLER) ? -1 : real(a, from, b, to, flags);
}
int link(char const* from, char const* to) noexcept {
  REAL(link);
  return fails("rename", CALLER) ? -1 : real(from, to);
}
int linkat(int a, char const* from, int b, char const* to, int flags) noexcept {
  REAL(linkat);
  return fails("rename", CALLER) ? -1 : real(a, from, b, to, flags);
}
/// The file is closed all the same, as Linux does.
int close(int file) {
  REAL(close);
  bool const failed = fails("close", CALLER);
  int const result = real(file);
  if (failed) errno = failure;
  return failed ? -1 : result;
}
int ftruncate(int file, off_t size) noexcept {
  REAL(ftruncate);
  return fails("resize", CALLER) ? -1 : real(file, size);
}
int ftruncate64(int file, off64_t size) noexcept {
  REAL(ftruncate64);
  return fails("resize", CALLER) ? -1 : real(file, size);
}
int pthread_create(pthread_t* thread, pthread_attr_t const* how, void* (*body)(void*),
                   void* argument) noexcept {
  REAL(pthread_create);
  return fails("thread", CALLER) ? EAGAIN : real(thread, how, body, argument);
}

}  // extern "C"
