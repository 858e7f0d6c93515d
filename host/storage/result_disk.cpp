#include "host/storage/result_disk.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <stdexcept>

namespace fairslot::storage {
namespace {

/// What HDF5 holds of an open file; begins with the part that is its own.
struct OpenFile {
  H5FD_t own;
  ResultDisk* disk;
  haddr_t end_of_addresses;
};

OpenFile& cast(H5FD_t* file) { return *reinterpret_cast<OpenFile*>(file); }
OpenFile const& cast(H5FD_t const* file) { return *reinterpret_cast<OpenFile const*>(file); }

H5FD_t* open_disk(char const*, unsigned, hid_t access, haddr_t) {
  auto const* const disk = static_cast<ResultDisk* const*>(H5Pget_driver_info(access));
  return disk ? &(new OpenFile{{}, *disk, 0})->own : nullptr;
}

herr_t close_disk(H5FD_t* file) {
  cast(file).disk->close();
  delete &cast(file);
  return 0;
}

herr_t query(H5FD_t const*, unsigned long* flags) {
  *flags = H5FD_FEAT_AGGREGATE_METADATA | H5FD_FEAT_ACCUMULATE_METADATA | H5FD_FEAT_DATA_SIEVE |
           H5FD_FEAT_AGGREGATE_SMALLDATA | H5FD_FEAT_DEFAULT_VFD_COMPATIBLE;
  return 0;
}

haddr_t get_eoa(H5FD_t const* file, H5FD_mem_t) { return cast(file).end_of_addresses; }

herr_t set_eoa(H5FD_t* file, H5FD_mem_t, haddr_t address) {
  cast(file).end_of_addresses = address;
  return 0;
}

haddr_t get_eof(H5FD_t const* file, H5FD_mem_t) { return cast(file).disk->size(); }

herr_t read(H5FD_t* file, H5FD_mem_t, hid_t, haddr_t address, std::size_t size, void* bytes) {
  return cast(file).disk->read(address, size, static_cast<char*>(bytes)) ? 0 : -1;
}

herr_t write(H5FD_t* file, H5FD_mem_t, hid_t, haddr_t address, std::size_t size,
             void const* bytes) {
  cast(file).disk->write(address, size, static_cast<char const*>(bytes));
  return 0;
}

herr_t truncate(H5FD_t* file, hid_t, hbool_t) {
  cast(file).disk->resize(cast(file).end_of_addresses);
  return 0;
}

#if H5_VERSION_GE(1, 13, 0)
constexpr H5FD_class_value_t own_value = 256;  // the first that HDF5 leaves to private drivers
#endif

H5FD_class_t driver_class() {
  H5FD_class_t driver{};
#if H5_VERSION_GE(1, 13, 0)
  driver.version = H5FD_CLASS_VERSION;
  driver.value = own_value;
#endif
  driver.name = "fairslot";
  driver.maxaddr = (haddr_t{1} << 62) - 1;
  driver.fc_degree = H5F_CLOSE_WEAK;
  driver.fapl_size = sizeof(void*);
  driver.open = open_disk;
  driver.close = close_disk;
  driver.query = query;
  driver.get_eoa = get_eoa;
  driver.set_eoa = set_eoa;
  driver.get_eof = get_eof;
  driver.read = read;
  driver.write = write;
  driver.truncate = truncate;
  // One list of what is free: where rows were taken back there is room for all else, and no hole.
  H5FD_mem_t const kinds[H5FD_MEM_NTYPES] = H5FD_FLMAP_SINGLE;
  std::copy(std::begin(kinds), std::end(kinds), driver.fl_map);
  return driver;
}

hid_t driver_id() {
  static H5FD_class_t const driver = driver_class();
  static hid_t const id = H5FDregister(&driver);
  return id;
}

/// Past a limit on file sizes (ulimit -f) a write shall fail as any other, not end the process.
void block_file_size_signal() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGXFSZ);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
}

}  // namespace

ResultDisk::ResultDisk(int descriptor) : file_(::fcntl(descriptor, F_DUPFD_CLOEXEC, 0)) {
  block_file_size_signal();
  if (file_ < 0) fail();
}

ResultDisk::~ResultDisk() { close(); }

H5::FileAccPropList ResultDisk::access() {
  if (!error_.empty()) throw std::runtime_error(error_);
  H5::FileAccPropList list;
  ResultDisk* const self = this;
  list.setDriver(driver_id(), &self);
  list.setLibverBounds(H5F_LIBVER_V110, H5F_LIBVER_V110);  // all metadata have checksums
  return list;
}

void ResultDisk::write(std::uint64_t address, std::size_t size, char const* bytes) {
  size_ = std::max<std::uint64_t>(size_, address + size);
  while (size > 0 && error_.empty()) {
    auto const written = ::pwrite(file_, bytes, size, static_cast<off_t>(address));
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) {
      fail();
      break;
    }
    address += static_cast<std::uint64_t>(written);
    size -= static_cast<std::size_t>(written);
    bytes += written;
  }
  if (size > 0) refused_[address].assign(bytes, bytes + size);
  send();
}

/// Where it cannot be sent ahead, or has failed, fsync tells.
void ResultDisk::send() {
  constexpr std::uint64_t much = 4 << 20;
  if (size_ < sent_ + much) return;
#ifdef __linux__
  (void)::sync_file_range(file_, static_cast<off_t>(sent_), static_cast<off_t>(size_ - sent_),
                          SYNC_FILE_RANGE_WRITE);
#endif
  sent_ = size_;
}

bool ResultDisk::read(std::uint64_t address, std::size_t size, char* bytes) const {
  std::memset(bytes, 0, size);
  for (std::size_t done = 0; done < size;) {
    auto const got = ::pread(file_, bytes + done, size - done, static_cast<off_t>(address + done));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return false;
    if (got == 0) break;
    done += static_cast<std::size_t>(got);
  }
  for (auto const& [start, kept] : refused_) {
    std::uint64_t const from = std::max(start, address);
    std::uint64_t const to = std::min<std::uint64_t>(start + kept.size(), address + size);
    if (from < to)
      std::copy_n(kept.begin() + static_cast<std::ptrdiff_t>(from - start), to - from,
                  bytes + (from - address));
  }
  return true;
}

void ResultDisk::resize(std::uint64_t size) {
  size_ = size;
  if (error_.empty() && ::ftruncate(file_, static_cast<off_t>(size)) != 0) fail();
}

void ResultDisk::close() {
  if (file_ >= 0 && ::close(file_) != 0) fail();
  file_ = -1;
}

void ResultDisk::fail() {
  if (error_.empty()) error_ = std::strerror(errno);
}

}  // namespace fairslot::storage
