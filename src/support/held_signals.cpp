#include "support/held_signals.hpp"

#include <atomic>

namespace pom {

namespace {

// A signal handler can reach nothing but what has static storage.
std::atomic<int> last_signal = 0;

extern "C" void note_held_signal(int signal) { last_signal = signal; }

}  // namespace

HeldSignals::HeldSignals() {
  struct sigaction ours{};
  ours.sa_handler = note_held_signal;
  ours.sa_flags = SA_RESTART;
  sigemptyset(&ours.sa_mask);
  for (std::size_t n = 0; n < signals.size(); ++n) {
    if (sigaction(signals[n], nullptr, &before_[n]) != 0 || before_[n].sa_handler != SIG_DFL) continue;
    held_[n] = sigaction(signals[n], &ours, nullptr) == 0;
  }
}

HeldSignals::~HeldSignals() {
  bool any = false;
  for (std::size_t n = 0; n < signals.size(); ++n) {
    if (held_[n]) sigaction(signals[n], &before_[n], nullptr);
    any = any || held_[n];
  }
  if (!any) return;  // another one around this holds them
  if (const int signal = last_signal.exchange(0)) raise(signal);
}

}  // namespace pom
