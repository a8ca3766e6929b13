#include "driver/explore/progress_line.hpp"

#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <utility>

#include "support/classic_stream.hpp"

namespace pom::driver {

ProgressLine::ProgressLine(std::string name) : name_(std::move(name)), terminal_(isatty(STDERR_FILENO) == 1) {}

ProgressLine::~ProgressLine() {
  if (drawn_) std::fputs("\r\033[K", stderr);
}

void ProgressLine::show(const dse::explore::Progress& progress) {
  if (!terminal_) return;
  drawn_ = true;
  std::fprintf(stderr, "\r\033[K%s", to_text(name_, progress).c_str());
  std::fflush(stderr);
}

std::string to_text(const std::string& name, const dse::explore::Progress& progress) {
  ClassicStream text;
  text.precision(4);
  text << name << ": " << progress.candidates << " candidates";
  if (progress.best > 0) text << ", best " << progress.best << " cycles";
  if (progress.bound > 0) text << ", bound " << progress.bound;
  text << ", " << std::ceil(progress.seconds_left) << " s left";
  return text.str();
}

}  // namespace pom::driver
