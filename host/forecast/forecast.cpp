#include "host/forecast/forecast.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <string_view>

#include "host/error.hpp"
#include "host/forecast/room.hpp"
#include "host/memory.hpp"
#include "host/plain_file.hpp"
#include "kernels/shown.hpp"

namespace fairslot::forecast {
namespace {

/// What most bytes are due to.
Factor dominating(Needs const& needs) {
  std::map<std::string, Need> by_key;
  for (auto const& [bytes, factor] : needs) {
    Need& sum = by_key[factor.key];
    sum = {sum.bytes + bytes, {factor.key, std::max(sum.due_to.value, factor.value), factor.set}};
  }
  Need most;
  for (auto const& [key, need] : by_key)
    if (need.bytes > most.bytes) most = need;
  return most.due_to;
}

/// A forecast may be wrong by so much.
constexpr double factor = 1.5;

InputError shortage(std::string const& file, Needs const& needs, std::int64_t free,
                    std::string const& of, std::string const& more) {
  Factor const due_to = dominating(needs);
  std::string const value =
      due_to.set ? fmt::format("{}", *due_to.set) : fmt::format("{:.0f}", due_to.value);
  return InputError(fmt::format("{}: needs about {}B of {}, {}B are free (mostly for {} = {}){}",
                                file, rounded(total(needs)), of, rounded(static_cast<double>(free)),
                                due_to.key, value, more));
}

/// Needs of files that share a file system.
struct DiskNeed {
  std::string files;
  std::int64_t free;
  Needs needs;
};

void add_file(std::map<std::uint64_t, DiskNeed>& disks, std::string const& path,
              Needs const& needs) {
  if (path.empty() || is_pipe_or_device(path)) return;
  Disk const disk = disk_of(path);
  DiskNeed& sum = disks[disk.device];
  sum.files += (sum.files.empty() ? "" : " and ") + shown_path(path);
  sum.free = disk.free;
  sum.needs.insert(sum.needs.end(), needs.begin(), needs.end());
}

}  // namespace

double total(Needs const& needs) {
  double sum = 0;
  for (Need const& need : needs) sum += need.bytes;
  return sum;
}

void add(Needs& needs, double bytes, std::initializer_list<Factor> factors) {
  auto const fewer = [](Factor const& a, Factor const& b) { return a.value < b.value; };
  needs.push_back({bytes, std::max(factors, fewer)});
}

double peak_bytes(Forecast const& forecast) {
  auto const now = static_cast<double>(resident_memory().value_or(0));
  return std::max(static_cast<double>(peak_memory().value_or(0)), now + total(forecast.memory));
}

void require_room(std::string const& file, Forecast const& forecast, OutputPaths const& outputs,
                  bool force) {
  if (std::int64_t const free = free_memory(); total(forecast.memory) > static_cast<double>(free))
    throw shortage(file, forecast.memory, free, "memory", "");
  if (force) return;
  Needs results = forecast.disk;
  results.insert(results.end(), forecast.spill.begin(), forecast.spill.end());
  std::map<std::uint64_t, DiskNeed> disks;
  add_file(disks, outputs.results, results);
  add_file(disks, outputs.picks, forecast.picks_csv);
  // A run that starts shall not end on a full disk: what the forecast may be too low is kept free.
  auto const sure = [](DiskNeed const& disk) { return static_cast<double>(disk.free) / factor; };
  for (auto const& [device, disk] : disks)
    if (total(disk.needs) > sure(disk))
      throw shortage(
          file, disk.needs, disk.free, "disk for " + disk.files,
          fmt::format("; {} times that shall be free, --force tries it all the same", factor));
}

std::string rounded(double number) {
  constexpr std::string_view steps[] = {"", "k", "M", "G", "T", "P"};
  std::size_t step = 0;
  while (number >= 999.5 && step + 1 < std::size(steps)) number /= 1000, ++step;
  return fmt::format("{:.{}f}{}{}", number, step > 0 && number < 99.95 ? 1 : 0, step ? " " : "",
                     steps[step]);
}

}  // namespace fairslot::forecast
