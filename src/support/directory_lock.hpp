#pragma once
#include <filesystem>

#include "support/result.hpp"

namespace pom {

/// Holds a directory for one process: another one that asks for the same directory waits. The lock is the kernel's
/// (flock), so it leaves no file and ends with the process, however that ends.
class DirectoryLock {
 public:
  /// Waits for the directory, which must exist. Error: `cannot-write`.
  static Result<DirectoryLock> acquire(const std::filesystem::path&);

  DirectoryLock(DirectoryLock&& other) noexcept;
  DirectoryLock& operator=(DirectoryLock&&) = delete;
  ~DirectoryLock();

 private:
  explicit DirectoryLock(int descriptor) : descriptor_(descriptor) {}
  int descriptor_;
};

}  // namespace pom
