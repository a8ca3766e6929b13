#include "codegen/execute/temporary_directory.hpp"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <string>
#include <system_error>

#include <pom/diagnostic.hpp>

#include "support/held_signals.hpp"

namespace pom::backend {

namespace fs = std::filesystem;

TemporaryDirectory::TemporaryDirectory() {
  // As mktemp and compilers have it: a TMPDIR without a name is none.
  const char* named = std::getenv("TMPDIR");
  const std::string pattern = (fs::path(named && *named ? named : "/tmp") / "pom-XXXXXX").string();
  std::string made = pattern;
  const HeldSignals until_somebody_removes_it;
  if (!mkdtemp(made.data())) {
    const std::string reason = std::generic_category().message(errno);
    throw CompileError({{Severity::error,
                         "cannot-write",
                         "cannot make a temporary directory at \"" + pattern + "\": " + reason,
                         {},
                         {},
                         {}}});
  }
  path_ = made;
  start_remover();
}

TemporaryDirectory::~TemporaryDirectory() {
  if (lifeline_ >= 0) close(lifeline_);
  while (remover_ > 0 && waitpid(remover_, nullptr, 0) < 0 && errno == EINTR) {
  }
  std::error_code ignored;
  fs::remove_all(path_, ignored);  // all there is to do when no remover was started
}

void TemporaryDirectory::start_remover() {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return;
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_adddup2(&files, ends[0], STDIN_FILENO);
  posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawnattr_t session;
  posix_spawnattr_init(&session);
  // A session of its own: Ctrl-C and the terminal's end reach this process, and must not reach the remover. Requests to
  // end are this process's too.
  sigset_t held;
  sigemptyset(&held);
  for (const int signal : HeldSignals::signals) sigaddset(&held, signal);
  posix_spawnattr_setsigmask(&session, &held);
  posix_spawnattr_setflags(&session, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK);
  // A compiler that was interrupted may still make files for a moment, and no directory with files is removed.
  std::string shell = "sh", flag = "-c",
              script = "read line; n=0; until rm -rf -- \"$0\" || [ $n = 50 ]; do n=$((n + 1)); sleep 0.1; done",
              directory = path_.string();
  char* command[] = {shell.data(), flag.data(), script.data(), directory.data(), nullptr};
  if (posix_spawn(&remover_, "/bin/sh", &files, &session, command, environ) != 0) remover_ = -1;
  posix_spawnattr_destroy(&session);
  posix_spawn_file_actions_destroy(&files);
  close(ends[0]);
  lifeline_ = ends[1];
}

}  // namespace pom::backend
