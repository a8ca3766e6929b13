#include "support/interruption.hpp"

#include <atomic>

namespace pom {

namespace {

// A signal handler can reach nothing but what has static storage.
std::atomic<bool> asked_to_stop = false;

extern "C" void note_interruption(int) { asked_to_stop = true; }

}  // namespace

Interruption::Interruption() {
  const bool known = sigaction(SIGINT, nullptr, &before_) == 0;
  if (known && before_.sa_handler == note_interruption) return;
  asked_to_stop = false;
  if (!known || before_.sa_handler != SIG_DFL) return;
  struct sigaction ours {};
  ours.sa_handler = note_interruption;
  ours.sa_flags = static_cast<int>(SA_RESETHAND);  // the second one finds the default action
  sigemptyset(&ours.sa_mask);
  installed_ = sigaction(SIGINT, &ours, nullptr) == 0;
}

Interruption::~Interruption() {
  if (!installed_) return;
  sigaction(SIGINT, &before_, nullptr);
  asked_to_stop = false;
}

bool Interruption::requested() { return asked_to_stop; }

}  // namespace pom
