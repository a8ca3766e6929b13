#pragma once
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace pom {

/// action(0) … action(count - 1), on up to `threads` threads, in no order: each writes to what is its own, so that the
/// number of threads changes no result. The first exception is thrown again at the end.
template <class Action>
void run_parallel(std::size_t count, int threads, const Action& action) {
  std::atomic<std::size_t> next = 0;
  std::exception_ptr failed;
  std::mutex failing;
  const auto work = [&] {
    for (std::size_t n = next++; n < count; n = next++) {
      try {
        action(n);
      } catch (...) {
        const std::lock_guard lock(failing);
        if (!failed) failed = std::current_exception();
      }
    }
  };
  std::vector<std::thread> others;
  try {
    for (std::size_t n = 1; n < std::min(count, static_cast<std::size_t>(std::max(threads, 1))); ++n)
      others.emplace_back(work);
  } catch (const std::system_error&) {
    // The system gives no more threads: those that there are do the work.
  }
  work();
  for (std::thread& other : others) other.join();
  if (failed) std::rethrow_exception(failed);
}

}  // namespace pom
