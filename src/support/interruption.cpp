#include "support/interruption.hpp"

#include <atomic>

namespace pom {

namespace {

// A signal handler can reach nothing but what has static storage.
std::atomic<bool> asked_to_stop = false;

/// Of Interruption, that live. Behind a request the signal has its default action again: the handler does not tell.
std::atomic<int> alive = 0;

extern "C" void note_interruption(int) { asked_to_stop = true; }

}  // namespace

Interruption::Interruption() {
  if (alive++ > 0) return;
  asked_to_stop = false;
  if (sigaction(SIGINT, nullptr, &before_) != 0 || before_.sa_handler != SIG_DFL) return;
  struct sigaction ours {};
  ours.sa_handler = note_interruption;
  ours.sa_flags = static_cast<int>(SA_RESETHAND);  // the second one finds the default action
  sigemptyset(&ours.sa_mask);
  installed_ = sigaction(SIGINT, &ours, nullptr) == 0;
}

Interruption::~Interruption() {
  --alive;
  if (!installed_) return;
  sigaction(SIGINT, &before_, nullptr);
  asked_to_stop = false;
}

bool Interruption::requested() { return asked_to_stop; }

}  // namespace pom
