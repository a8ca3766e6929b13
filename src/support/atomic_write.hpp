#pragma once
#include <filesystem>
#include <string>

#include "support/result.hpp"

namespace pom {

/// What the name of a staged file ends with; one that a killed process left behind is known by it.
inline constexpr const char* staged_suffix = ".pom-staged";

/// A text that is written beside its file and not yet in its place. Unless it is put there it disappears with the
/// object.
class StagedFile {
 public:
  /// Writes the text to a new file in the directory of `target`, which must exist. Error: `cannot-write`.
  static Result<StagedFile> write(const std::filesystem::path& target, const std::string& text);

  StagedFile(StagedFile&& other) noexcept;
  StagedFile& operator=(StagedFile&&) = delete;
  ~StagedFile();

  /// Replaces the target in one step: readers see the old file or the new one, never a part. Error: `cannot-write`.
  Status put_in_place();

 private:
  explicit StagedFile(std::filesystem::path target);
  std::filesystem::path target_, staged_;
};

/// Stages the text and puts it in place. The directory must exist. Error: `cannot-write`, without a place in the user's
/// program (the caller sets `at`).
Status write_file_atomically(const std::filesystem::path& path, const std::string& text);

/// Makes the directory and its parents where they are absent. Error: `cannot-write`.
Status make_directory(const std::filesystem::path& path);

/// Says why make_directory would fail, as far as that can be told without making anything.
Status check_new_directory(const std::filesystem::path& path);

}  // namespace pom
