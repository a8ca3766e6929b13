#pragma once
#include <cstddef>
#include <string>

namespace pom {

/// Gives the lines of a text as one, with `separator` in the place of each line break.
inline std::string join_lines(std::string text, const std::string& separator) {
  for (std::size_t end = text.find('\n'); end != std::string::npos; end = text.find('\n', end + separator.size()))
    text.replace(end, 1, separator);
  return text;
}

}  // namespace pom
