#include "support/child_process.hpp"

#include <poll.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>

namespace pom {

namespace {

/// False after ending the child, as it takes too long.
bool ends_within(pid_t child, std::chrono::milliseconds most) {
  const int handle = static_cast<int>(syscall(SYS_pidfd_open, child, 0));
  if (handle < 0) return true;
  pollfd ended{handle, POLLIN, 0};
  const auto deadline = std::chrono::steady_clock::now() + most;
  int found = 0;
  do {
    const auto left = deadline - std::chrono::steady_clock::now();
    const auto milliseconds = std::chrono::duration_cast<std::chrono::milliseconds>(left).count();
    found = poll(&ended, 1, static_cast<int>(std::max<std::int64_t>(milliseconds, 0)));
  } while (found < 0 && errno == EINTR);
  close(handle);
  if (found == 0) kill(child, SIGKILL);
  return found != 0;
}

}  // namespace

KnownChildren::KnownChildren() {
  sigaction(SIGCHLD, nullptr, &before_);
  ignored_ = before_.sa_handler == SIG_IGN || (before_.sa_flags & SA_NOCLDWAIT) != 0;
  struct sigaction heeded{};
  heeded.sa_handler = SIG_DFL;
  if (ignored_) sigaction(SIGCHLD, &heeded, nullptr);
}

KnownChildren::~KnownChildren() {
  if (ignored_) sigaction(SIGCHLD, &before_, nullptr);
}

ChildEnd wait_for(pid_t child, std::chrono::milliseconds most) {
  ChildEnd end{ends_within(child, most), -1};
  int status = 0;
  if (waitpid(child, &status, 0) == child && end.in_time && WIFEXITED(status)) end.status = WEXITSTATUS(status);
  return end;
}

}  // namespace pom
