#pragma once
#include <array>
#include <csignal>

namespace pom {

/// Holds back Ctrl-C and requests to end the process while it lives, on all threads: what must not stop half way is
/// done to its end, and then the process ends as it was asked to. It does nothing about signals for which the user's
/// program has handlers, or that it ignores.
class HeldSignals {
 public:
  static constexpr std::array<int, 3> signals = {SIGINT, SIGTERM, SIGHUP};

  HeldSignals();
  ~HeldSignals();
  HeldSignals(const HeldSignals&) = delete;
  HeldSignals& operator=(const HeldSignals&) = delete;

 private:
  std::array<struct sigaction, signals.size()> before_{};
  std::array<bool, signals.size()> held_{};
};

}  // namespace pom
