#include "support/caller_shield.hpp"

namespace pom {

CallerShield::CallerShield()
    : classic_(newlocale(LC_ALL_MASK, "C", nullptr)), before_(classic_ ? uselocale(classic_) : nullptr) {
  std::feholdexcept(&environment_);
}

CallerShield::~CallerShield() {
  std::fesetenv(&environment_);
  if (!classic_) return;
  uselocale(before_);
  freelocale(classic_);
}

}  // namespace pom
