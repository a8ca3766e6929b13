#pragma once
#include <string>
#include <vector>

namespace pom::test {

/// A source file: its path from the repository's top, and its lines.
struct SourceFile {
  std::string path;
  std::vector<std::string> lines;
};

/// All .hpp, .h, .cpp and .td files below `folder`, in order of path.
std::vector<SourceFile> read_sources(const std::string& folder);
std::string read_text(const std::string& path);

/// What stands between the quotes or brackets of an include line; "" for other lines.
std::string included(const std::string& line);
bool includes_in_brackets(const std::string& line);

/// The line without a // comment and without string literals.
std::string code_of(const std::string& line);

}  // namespace pom::test
