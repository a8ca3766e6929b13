#include "support/caller_shield.hpp"

namespace pom {

CallerShield::CallerShield()
    : classic_(newlocale(LC_ALL_MASK, "C", nullptr)), before_(classic_ ? uselocale(classic_) : nullptr) {
  std::feholdexcept(&environment_);
  struct sigaction ignored{};
  ignored.sa_handler = SIG_IGN;
  sigaction(SIGXFSZ, nullptr, &file_size_);
  if (file_size_.sa_handler == SIG_DFL) sigaction(SIGXFSZ, &ignored, nullptr);
}

CallerShield::~CallerShield() {
  if (file_size_.sa_handler == SIG_DFL) sigaction(SIGXFSZ, &file_size_, nullptr);
  std::fesetenv(&environment_);
  if (!classic_) return;
  uselocale(before_);
  freelocale(classic_);
}

}  // namespace pom
