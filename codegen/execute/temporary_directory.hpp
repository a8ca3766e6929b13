#pragma once
#include <sys/types.h>

#include <filesystem>

namespace pom::backend {

/// A directory of this process's own, removed with everything in it when the object dies, and also when the process is
/// interrupted, killed or crashes: a small process waits beside it for that.
class TemporaryDirectory {
 public:
  TemporaryDirectory();
  ~TemporaryDirectory();
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  void start_remover();

  std::filesystem::path path_;
  pid_t remover_ = -1;
  int lifeline_ = -1;  ///< the remover's standard input: it ends when nobody holds this end any more
};

}  // namespace pom::backend
