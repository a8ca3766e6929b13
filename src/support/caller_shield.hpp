#pragma once
#include <locale.h>

#include <cfenv>
#include <csignal>

namespace pom {

/// Keeps what the user's program has set for its own thread away from the library while it lives: a locale with another
/// decimal point, and floating-point exceptions that trap, which the NaNs of a verification would raise. A file beyond
/// the limit of its size is an error of the write meanwhile, and no signal, unless the program has a handler for it.
class CallerShield {
 public:
  CallerShield();
  ~CallerShield();
  CallerShield(const CallerShield&) = delete;
  CallerShield& operator=(const CallerShield&) = delete;

 private:
  locale_t classic_, before_;
  std::fenv_t environment_;
  struct sigaction file_size_{};
};

}  // namespace pom
