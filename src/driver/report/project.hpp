#pragma once
#include <string>
#include <utility>
#include <vector>

#include "support/result.hpp"

namespace pom::driver {

/// File name and text.
using ProjectFiles = std::vector<std::pair<std::string, std::string>>;

/// What becomes of a file that stands where one of the project's files belongs, and is not as libpom left it.
enum class InTheWay { refuse, overwrite };

/// May a project with files of these names be written to `path`? Errors: `not-our-directory` for a directory that
/// libpom did not make, or for a file; `changed-file` with the name of every file that is in the way; `cannot-write`.
Status check_project_directory(const std::string& path, const std::vector<std::string>& names, InTheWay in_the_way);

/// Writes the files into the directory, which is made with its parents where it is absent. Files that libpom wrote
/// there before and nobody changed are replaced, or removed when the project has none of that name any more; all others
/// stay. Two processes that write one directory take turns. Errors as above; then no file has changed.
Status write_project(const std::string& path, const ProjectFiles& files, InTheWay in_the_way);

}  // namespace pom::driver
