#include "support/interruption.hpp"

#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <string_view>

namespace pom {

namespace {

// A signal handler can reach nothing but what has static storage.
std::atomic<bool> asked_to_stop = false;

/// Of Interruption, that live. Behind a request the signal has its default action again: the handler does not tell.
std::atomic<int> alive = 0;

extern "C" void note_interruption(int) { asked_to_stop = true; }

/// The signal has its default action again, and comes a second time when the handler is left.
extern "C" void say_and_end(int signal) {
  constexpr std::string_view text = "\nlibpom: interrupted\n";
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, text.data(), text.size());
  std::raise(signal);
}

/// Sets a handler for one signal; false: the program has one of its own. `before`: what to set afterwards.
bool install(void (*handler)(int), struct sigaction& before) {
  if (sigaction(SIGINT, nullptr, &before) != 0) return false;
  if (before.sa_handler != SIG_DFL && before.sa_handler != say_and_end) return false;
  struct sigaction ours{};
  ours.sa_handler = handler;
  ours.sa_flags = static_cast<int>(SA_RESETHAND);  // the second one finds the default action
  sigemptyset(&ours.sa_mask);
  return sigaction(SIGINT, &ours, nullptr) == 0;
}

}  // namespace

Interruption::Interruption() {
  if (alive++ > 0) return;
  asked_to_stop = false;
  installed_ = install(note_interruption, before_);
}

Interruption::~Interruption() {
  --alive;
  if (!installed_) return;
  sigaction(SIGINT, &before_, nullptr);
  asked_to_stop = false;
}

bool Interruption::requested() { return asked_to_stop; }

void Interruption::pass_on() const {
  if (!installed_ || !asked_to_stop) return;
  std::fflush(nullptr);
  std::raise(SIGINT);
}

InterruptionNotice::InterruptionNotice() : installed_(install(say_and_end, before_)) {}

InterruptionNotice::~InterruptionNotice() {
  if (installed_) sigaction(SIGINT, &before_, nullptr);
}

}  // namespace pom
