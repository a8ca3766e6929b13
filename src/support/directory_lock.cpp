#include "support/directory_lock.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "support/findings.hpp"

namespace pom {

Result<DirectoryLock> DirectoryLock::acquire(const std::filesystem::path& path) {
  const int descriptor = open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  int failed = descriptor < 0 ? errno : 0;
  while (descriptor >= 0) {
    failed = flock(descriptor, LOCK_EX) == 0 ? 0 : errno;
    if (failed != EINTR) break;
  }
  // A file system without locks (some network ones) is no reason to write nothing.
  if (failed == 0 || failed == ENOLCK || failed == EOPNOTSUPP) return DirectoryLock(descriptor);
  if (descriptor >= 0) close(descriptor);
  return make_error("cannot-write", "cannot write in \"" + path.string() + "\": " + std::strerror(failed), {});
}

DirectoryLock::DirectoryLock(DirectoryLock&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}

DirectoryLock::~DirectoryLock() {
  if (descriptor_ >= 0) close(descriptor_);
}

}  // namespace pom
