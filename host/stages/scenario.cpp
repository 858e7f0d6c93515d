#include "host/stages/scenario.hpp"

namespace fairslot::stages {

Scenario::Scenario() {
  workers.change() = {{23, {32, 32}}};
  families.change() = {
      {"grep", .3, {{.3, .6, 4}, {.9, .8, 8}}, {{.3, .8, 5}}},
      {"wordcount", .3, {{.4, .6, 5}, {1, 1.2, 20}, {.5, 1, 3}}, {{.3, 1, 8}, {.8, 1.6, 10}}},
      {"sort",
       .2,
       {{.5, .8, 6}, {.8, 1.4, 8}, {.3, 1.8, 6}},
       {{.4, 1.5, 12}, {1, 2, 14}, {.4, 1.8, 6}}},
      {"iterative",
       .2,
       {{.6, 1.5, 6}, {1.6, 2.5, 18}, {.8, 2.2, 6}},
       {{.5, 2, 6}, {1.4, 2.6, 20}}}};
}

}  // namespace fairslot::stages
