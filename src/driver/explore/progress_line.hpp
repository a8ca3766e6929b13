#pragma once
#include <functional>
#include <string>

#include "dse/explore/budget/watch.hpp"

namespace pom::driver {

/// A line on the terminal behind stderr that shows how far a search is, overwritten each time and wiped at the end.
/// Draws nothing when stderr is no terminal.
class ProgressLine {
 public:
  explicit ProgressLine(std::string name);
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  void show(const dse::explore::Progress&);

 private:
  std::string name_;
  bool terminal_, drawn_ = false;
};

/// "NAME: 512 candidates, best 1.2e+09 cycles, bound 1.1e+09, 58 s left"
std::string to_text(const std::string& name, const dse::explore::Progress&);

}  // namespace pom::driver
