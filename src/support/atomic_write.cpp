#include "support/atomic_write.hpp"

#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <climits>
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
std::filesystem::path staged_beside(const std::filesystem::path& path) {
  static std::atomic<unsigned> count{0};
  return path.parent_path() / ("." + path.filename().string() + "." + std::to_string(getpid()) + "." +
                               std::to_string(count++) + staged_suffix);
}

}  // namespace

StagedFile::StagedFile(std::filesystem::path target) : target_(std::move(target)), staged_(staged_beside(target_)) {}

StagedFile::StagedFile(StagedFile&& other) noexcept
    : target_(std::move(other.target_)), staged_(std::move(other.staged_)) {
  other.staged_.clear();
}

StagedFile::~StagedFile() {
  std::error_code ignored;
  if (!staged_.empty()) std::filesystem::remove(staged_, ignored);
}

Result<StagedFile> StagedFile::write(const std::filesystem::path& target, const std::string& text) {
  StagedFile made(target);
  errno = 0;
  std::ofstream file(made.staged_, std::ios::binary | std::ios::trunc);
  file.write(text.data(), static_cast<std::streamsize>(text.size()));
  file.close();
  if (!file) return cannot_write(target, errno != 0 ? std::strerror(errno) : "the stream failed");
  return made;
}

Status StagedFile::put_in_place() {
  std::error_code failed;
  std::filesystem::rename(staged_, target_, failed);
  if (failed) return cannot_write(target_, failed.message());
  staged_.clear();
  return {};
}

Status write_file_atomically(const std::filesystem::path& path, const std::string& text) {
  Result<StagedFile> staged = StagedFile::write(path, text);
  return staged ? staged->put_in_place() : staged.errors().front();
}

Status make_directory(const std::filesystem::path& path) {
  std::error_code failed;
  std::filesystem::create_directories(path, failed);
  if (failed) return cannot_write(path, failed.message());
  if (!std::filesystem::is_directory(path, failed)) return cannot_write(path, "not a directory");
  return {};
}

Status check_new_directory(const std::filesystem::path& path) {
  namespace fs = std::filesystem;
  const auto because = [](int error) { return std::generic_category().message(error); };
  for (const fs::path& name : path) {
    if (name.native().size() > NAME_MAX) return cannot_write(path, because(ENAMETOOLONG));
  }
  std::error_code failed;
  fs::path there = path;
  for (fs::file_status status = fs::status(there, failed); status.type() == fs::file_type::not_found;
       status = fs::status(there, failed))
    there = there.has_parent_path() && there.parent_path() != there ? there.parent_path() : fs::path(".");
  if (!fs::is_directory(there, failed)) return cannot_write(path, failed ? failed.message() : because(ENOTDIR));
  if (::access(there.c_str(), W_OK | X_OK) != 0) return cannot_write(path, because(errno));
  return {};
}

}  // namespace pom
