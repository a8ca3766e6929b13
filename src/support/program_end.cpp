#include "support/program_end.hpp"

#include <atomic>

#include "support/findings.hpp"

namespace pom {

namespace {

std::atomic<bool> ended = false;

/// Made before all that compilations leave behind, it is destroyed after that.
struct Mark {
  ~Mark() { ended = true; }
};

}  // namespace

bool program_ends() {
  static const Mark mark;
  return ended;
}

Diagnostic program_has_ended(const Location& at) {
  return make_error(
      "program-ended",
      "the program is ending, and what compilations need has been destroyed\ncompile before main returns, "
      "not in a handler of atexit or a static object's destructor",
      at);
}

}  // namespace pom
