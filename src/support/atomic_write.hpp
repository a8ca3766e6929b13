#pragma once
#include <filesystem>
#include <string>

#include "support/result.hpp"

namespace pom {

/// Replaces the file by `text` in one step: readers see the old file or the new one, never a part. The directory must
/// exist. Error: `cannot-write`, without a place in the user's program (the caller sets `at`).
Status write_file_atomically(const std::filesystem::path& path, const std::string& text);

/// Makes the directory and its parents where they are absent. Error: `cannot-write`.
Status make_directory(const std::filesystem::path& path);

}  // namespace pom
