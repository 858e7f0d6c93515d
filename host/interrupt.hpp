/// Ctrl-C: the first asks the program to end cleanly, the second ends it at once.
#pragma once

namespace fairslot {

/// Installs the handlers for SIGINT and SIGTERM; call once, before long work.
void watch_for_interrupt();
/// True from the first signal on.
bool interrupted();

}  // namespace fairslot
