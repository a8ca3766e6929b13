#include "support/atomic_write.hpp"

#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <system_error>

#include "support/findings.hpp"

namespace pom {
namespace {

Diagnostic cannot_write(const std::filesystem::path& path, const std::string& reason) {
  return make_error("cannot-write", "cannot write \"" + path.string() + "\": " + reason, {});
}

/// In the same directory, because rename works inside one file system only; unique among processes and threads.
std::filesystem::path temporary_beside(const std::filesystem::path& path) {
  static std::atomic<unsigned> count{0};
  std::string name = "." + path.filename().string() + "." + std::to_string(getpid()) + "." + std::to_string(count++);
  return path.parent_path() / name;
}

}  // namespace

Status write_file_atomically(const std::filesystem::path& path, const std::string& text) {
  std::filesystem::path temporary = temporary_beside(path);
  std::error_code ignored;
  errno = 0;
  {
    std::ofstream file(temporary, std::ios::binary | std::ios::trunc);
    file.write(text.data(), static_cast<std::streamsize>(text.size()));
    file.close();
    if (!file) {
      std::string reason = errno != 0 ? std::strerror(errno) : "the stream failed";
      std::filesystem::remove(temporary, ignored);
      return cannot_write(path, reason);
    }
  }
  std::error_code failed;
  std::filesystem::rename(temporary, path, failed);
  if (!failed) return {};
  std::filesystem::remove(temporary, ignored);
  return cannot_write(path, failed.message());
}

Status make_directory(const std::filesystem::path& path) {
  std::error_code failed;
  std::filesystem::create_directories(path, failed);
  if (failed) return cannot_write(path, failed.message());
  if (!std::filesystem::is_directory(path, failed)) return cannot_write(path, "not a directory");
  return {};
}

}  // namespace pom
