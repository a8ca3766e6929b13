#pragma once
#include <source_location>
#include <string>

namespace pom {

/// A place in the user's program. `line` and `column` are 1-based; 0 means "unknown". Where in a call the column stands
/// is the compiler's choice: on its name, or on one of its parentheses.
struct Location {
  std::string file;
  unsigned line = 0;
  unsigned column = 0;

  Location() = default;
  Location(std::string file_name, unsigned line_number) : file(std::move(file_name)), line(line_number) {}
  Location(const std::source_location& at) : file(at.file_name()), line(at.line()), column(at.column()) {}
};

/// "gemm.cpp:31": the file's base name and the line, as diagnostics print it.
std::string to_string(const Location&);

}  // namespace pom
