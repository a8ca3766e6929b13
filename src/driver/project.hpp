#pragma once
#include <string>
#include <utility>
#include <vector>

#include "support/result.hpp"

namespace pom::driver {

/// File name and text.
using ProjectFiles = std::vector<std::pair<std::string, std::string>>;

/// May a project be written to `path`? Errors: `not-our-directory` for a directory that holds something libpom did not
/// write (a project of libpom has a report.json that says so), or for a file; `cannot-write`.
Status check_project_directory(const std::string& path);

/// Writes all files into a new directory beside `path` and then puts it in its place, so that a reader finds the old
/// project or the new one. Parents are made. Errors as above; then nothing has changed.
Status write_project(const std::string& path, const ProjectFiles& files);

}  // namespace pom::driver
