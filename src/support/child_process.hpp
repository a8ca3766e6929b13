#pragma once
#include <signal.h>
#include <sys/types.h>

#include <chrono>

namespace pom {

/// Lets a child's exit status be known while it lives, also where the user's program ignores SIGCHLD. It must live from
/// before the child is started until it was waited for.
class KnownChildren {
 public:
  KnownChildren();
  ~KnownChildren();
  KnownChildren(const KnownChildren&) = delete;
  KnownChildren& operator=(const KnownChildren&) = delete;

 private:
  struct sigaction before_{};
  bool ignored_ = false;
};

/// How a child process ended.
struct ChildEnd {
  bool in_time = true;
  int status = -1;  ///< its exit status; -1: a signal ended it, or nobody knows
};

/// Waits for the child, and ends it when it takes longer than `most`. A system without process handles (Linux before
/// 5.3) waits as long as it takes.
ChildEnd wait_for(pid_t child, std::chrono::milliseconds most);

}  // namespace pom
