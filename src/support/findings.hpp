#pragma once
#include <string>
#include <utility>
#include <vector>

#include <pom/diagnostic.hpp>

namespace pom {

/// An error without notes and help; add them to the returned value.
inline Diagnostic make_error(std::string code, std::string message, Location at) {
  Diagnostic error;
  error.code = std::move(code);
  error.message = std::move(message);
  error.at = std::move(at);
  return error;
}

/// The error about a word in quotes that is none of the list; its fix is the word that was meant, if that is certain.
Diagnostic misspelt(Diagnostic error, const std::string& word, const std::vector<std::string>& words);

inline bool has_errors(const std::vector<Diagnostic>& findings) {
  for (const Diagnostic& finding : findings) {
    if (finding.severity == Severity::error) return true;
  }
  return false;
}

}  // namespace pom
