#include "support/status_line.hpp"

#include <unistd.h>

#include <cstdio>

namespace pom {

StatusLine::StatusLine(const std::string& text) : drawn_(isatty(STDERR_FILENO) == 1) {
  if (!drawn_) return;
  std::fprintf(stderr, "\r\033[K%s", text.c_str());
  std::fflush(stderr);
}

StatusLine::~StatusLine() {
  if (!drawn_) return;
  std::fputs("\r\033[K", stderr);
  std::fflush(stderr);
}

}  // namespace pom
