#include "source_tree.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>

namespace pom::test {

namespace fs = std::filesystem;

namespace {

const fs::path& top() {
  static const fs::path path = POM_SOURCE_DIR;
  return path;
}

}  // namespace

std::vector<SourceFile> read_sources(const std::string& folder) {
  static const std::set<std::string> endings = {".hpp", ".h", ".cpp", ".td"};
  std::vector<SourceFile> files;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(top() / folder)) {
    if (!entry.is_regular_file() || !endings.contains(entry.path().extension().string())) continue;
    SourceFile file{entry.path().lexically_relative(top()).string(), {}};
    std::ifstream in(entry.path());
    for (std::string line; std::getline(in, line);) file.lines.push_back(line);
    files.push_back(std::move(file));
  }
  std::sort(files.begin(), files.end(), [](const SourceFile& a, const SourceFile& b) { return a.path < b.path; });
  return files;
}

std::string read_text(const std::string& path) {
  std::ifstream in(top() / path);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::string included(const std::string& line) {
  static const std::regex include(R"(^\s*#\s*include\s*[<"]([^>"]+)[>"])");
  std::smatch match;
  return std::regex_search(line, match, include) ? match[1].str() : "";
}

bool includes_in_brackets(const std::string& line) {
  return !included(line).empty() && line.find('<') != std::string::npos;
}

std::string code_of(const std::string& line) {
  static const std::regex literal(R"("(\\.|[^"\\])*")");
  const std::string without = std::regex_replace(line, literal, "\"\"");
  return without.substr(0, without.find("//"));
}

}  // namespace pom::test
