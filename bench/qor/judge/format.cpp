#include "bench/qor/judge/format.hpp"

#include <cstdarg>
#include <cstdio>

namespace pom::dse::qor {

std::string format(const char* pattern, ...) {
  std::va_list arguments;
  va_start(arguments, pattern);
  char line[512];
  std::vsnprintf(line, sizeof line, pattern, arguments);
  va_end(arguments);
  return line;
}

}  // namespace pom::dse::qor
