#include "support/brake.hpp"

#include <pthread.h>

#include <algorithm>
#include <system_error>
#include <utility>

namespace pom {

namespace {

/// Between two looks at the clocks: much less than the second that budgets are kept within.
constexpr std::chrono::milliseconds look_every(20);

thread_local Brake* in_force = nullptr;

}  // namespace

Brake::Brake(Limits limits) : limits_(std::move(limits)), before_(std::exchange(in_force, this)) {
  pthread_getcpuclockid(pthread_self(), &processor_);
  try {
    watcher_ = std::jthread([this](const std::stop_token& stop) { watch(stop); });
  } catch (const std::system_error&) {
    // The system gives no more threads: questions end by their steps alone.
  }
}

Brake::~Brake() { in_force = before_; }

double Brake::processor_seconds() const {
  timespec now{};
  clock_gettime(processor_, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// `asking_` is locked.
bool Brake::is_over(double part) const {
  const double asking = innermost_ ? processor_seconds() - began_ : 0;
  if (used_ + asking >= (part > 0 ? part : 1) * limits_.processor_seconds) return true;
  if (part == 0) return false;
  return std::chrono::duration<double>(Clock::now() - start_).count() > part * limits_.seconds ||
         (limits_.interrupted && limits_.interrupted());
}

void Brake::watch(const std::stop_token& stop) {
  std::unique_lock lock(asking_);
  while (!stop.stop_requested()) {
    stopped_.wait_for(lock, stop, look_every, [] { return false; });
    if (!innermost_ || !is_over(innermost_->part)) continue;
    innermost_->aborted = true;
    innermost_->abort();
  }
}

Brake::Question::Question(double part, std::function<void()> abort) : brake_(in_force) {
  if (!brake_) return;
  const std::lock_guard lock(brake_->asking_);
  asked_.around = brake_->innermost_;
  const double around = asked_.around ? asked_.around->part : 0;
  asked_.part = part > 0 && around > 0 ? std::min(part, around) : std::max(part, around);
  asked_.abort = std::move(abort);
  late_ = brake_->is_over(asked_.part);
  if (!asked_.around) brake_->began_ = brake_->processor_seconds();
  brake_->innermost_ = &asked_;
}

bool Brake::Question::end() {
  if (!brake_) return false;
  Brake& brake = *std::exchange(brake_, nullptr);
  const std::lock_guard lock(brake.asking_);
  brake.innermost_ = asked_.around;
  if (!asked_.around) brake.used_ += brake.processor_seconds() - brake.began_;
  return asked_.aborted;
}

}  // namespace pom
