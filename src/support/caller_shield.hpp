#pragma once
#include <locale.h>

#include <cfenv>

namespace pom {

/// Keeps what the user's program has set for its own thread away from the library while it lives: a locale with another
/// decimal point, and floating-point exceptions that trap, which the NaNs of a verification would raise.
class CallerShield {
 public:
  CallerShield();
  ~CallerShield();
  CallerShield(const CallerShield&) = delete;
  CallerShield& operator=(const CallerShield&) = delete;

 private:
  locale_t classic_, before_;
  std::fenv_t environment_;
};

}  // namespace pom
