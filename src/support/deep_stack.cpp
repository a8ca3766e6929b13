#include "support/deep_stack.hpp"

#include <pthread.h>

#include <cstddef>
#include <exception>

namespace pom {
namespace {

/// Compiling values nested 2 000 deep, the most that there may be, takes up to 2.5 MiB of stack.
constexpr std::size_t enough_bytes = std::size_t{4} << 20;

/// Pages of a stack that nobody touches cost nothing.
constexpr std::size_t own_bytes = std::size_t{64} << 20;

/// The lowest address of the calling thread's stack; null where the system does not say.
const char* find_lowest() {
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return nullptr;
  void* lowest = nullptr;
  std::size_t size = 0;
  if (pthread_attr_getstack(&attributes, &lowest, &size) != 0) lowest = nullptr;
  pthread_attr_destroy(&attributes);
  return static_cast<const char*>(lowest);
}

/// The bytes of stack that the calling thread has left; 0 where the system does not say.
std::size_t stack_left() {
  static thread_local const char* const lowest = find_lowest();
  const char here = 0;
  return lowest ? static_cast<std::size_t>(&here - lowest) : 0;
}

struct Task {
  const std::function<void()>& work;
  std::exception_ptr failed = nullptr;
};

void* run(void* argument) {
  Task& task = *static_cast<Task*>(argument);
  try {
    task.work();
  } catch (...) {
    task.failed = std::current_exception();
  }
  return nullptr;
}

/// False: the system gives no more threads.
bool run_on_own_thread(Task& task) {
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes) != 0) return false;
  pthread_t thread;
  const bool runs =
      pthread_attr_setstacksize(&attributes, own_bytes) == 0 && pthread_create(&thread, &attributes, run, &task) == 0;
  pthread_attr_destroy(&attributes);
  if (runs) pthread_join(thread, nullptr);
  return runs;
}

}  // namespace

void with_deep_stack(const std::function<void()>& work) {
  if (stack_left() >= enough_bytes) return work();
  Task task{work};
  if (!run_on_own_thread(task)) return work();
  if (task.failed) std::rethrow_exception(task.failed);
}

}  // namespace pom
