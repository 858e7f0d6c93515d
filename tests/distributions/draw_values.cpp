// draw_values DISTRIBUTION: for each random number on stdin what is drawn, a line each.
#include <cstdint>
#include <iostream>

#include "host/distributions/distribution.hpp"

int main(int, char** argv) {
  fairslot::distributions::Distribution const distribution(argv[1]);
  for (std::uint64_t bits = 0; std::cin >> bits;) std::cout << distribution.draw(bits) << '\n';
}
