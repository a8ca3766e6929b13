#pragma once
#include <csignal>

namespace pom {

/// While one lives, the first Ctrl-C (SIGINT) is a request that `requested` tells of, and the second one ends the
/// program as ever. One inside of another changes nothing: a request to the one is a request to both. A handler that
/// the user's program has set stays in force.
class Interruption {
 public:
  Interruption();
  ~Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;

  /// From any thread.
  static bool requested();

  /// Where the request was made to this one and to none around it: ends the program as the signal does.
  void pass_on() const;

 private:
  struct sigaction before_{};
  bool installed_ = false;
};

/// While one lives, and no Interruption, Ctrl-C ends the program as ever, and a line on stderr says so.
class InterruptionNotice {
 public:
  InterruptionNotice();
  ~InterruptionNotice();
  InterruptionNotice(const InterruptionNotice&) = delete;
  InterruptionNotice& operator=(const InterruptionNotice&) = delete;

 private:
  struct sigaction before_{};
  bool installed_ = false;
};

}  // namespace pom
