#pragma once
#include <string>
#include <vector>

namespace pom::poly {

/// "x0", "x1", …: coordinates in texts that isl reads.
inline std::vector<std::string> numbered(const std::string& letter, std::size_t count) {
  std::vector<std::string> names;
  for (std::size_t n = 0; n < count; ++n) names.push_back(letter + std::to_string(n));
  return names;
}

/// "x0, x1"
inline std::string listed(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}
inline std::string listed(const std::string& letter, std::size_t count) { return listed(numbered(letter, count)); }

}  // namespace pom::poly
