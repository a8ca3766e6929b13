#pragma once
#include <string>

#include <pom/diagnostic.hpp>

namespace pom::poly {

/// Tells where a mark was asked for: "partitioned here", at the directive; or "partitioned in the schedule that was
/// found", where a search set the mark and no line of the program says it.
inline Diagnostic::Note note_of_mark(const std::string& what, const Location& at) {
  return {what + (at.file.empty() ? " in the schedule that was found" : " here"), at};
}

}  // namespace pom::poly
