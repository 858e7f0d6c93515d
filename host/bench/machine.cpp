#include "host/bench/machine.hpp"

#include <cstdlib>
#include <fstream>
#include <thread>

namespace fairslot::bench {
namespace {

std::string processor_name() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    std::size_t const colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos) return line.substr(colon + 2);
  }
  return "unknown";
}

}  // namespace

Machine this_machine() {
  Machine machine{.processor = processor_name(),
                  .cores = static_cast<int>(std::thread::hardware_concurrency())};
  if (getloadavg(&machine.load_average, 1) != 1) machine.load_average = -1;
  return machine;
}

}  // namespace fairslot::bench
