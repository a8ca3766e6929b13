#pragma once
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include <pom/pom.hpp>

#include "dsl/model/function.hpp"

namespace pom::test {

/// The implicit function's record.
inline std::shared_ptr<dsl::Function> program() { return global::get_implicit_function()->record(); }

inline std::vector<std::string> codes(const std::vector<Diagnostic>& findings) {
  std::vector<std::string> result;
  for (const Diagnostic& finding : findings) result.push_back(finding.code);
  return result;
}

/// "code:line" of every finding.
inline std::vector<std::string> places(const std::vector<Diagnostic>& findings) {
  std::vector<std::string> result;
  for (const Diagnostic& finding : findings) result.push_back(finding.code + ":" + std::to_string(finding.at.line));
  return result;
}

inline std::string at_line(const std::string& code, unsigned line) { return code + ":" + std::to_string(line); }

template <class T>
std::vector<T> contents(const std::vector<std::byte>& bytes) {
  std::vector<T> values(bytes.size() / sizeof(T));
  std::memcpy(values.data(), bytes.data(), bytes.size());
  return values;
}

}  // namespace pom::test
