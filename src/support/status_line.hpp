#pragma once
#include <string>

namespace pom {

/// A line on the terminal that says what is going on, for what may take seconds; it vanishes with the object. Where the
/// standard error output is no terminal, nothing is printed.
class StatusLine {
 public:
  explicit StatusLine(const std::string& text);
  ~StatusLine();
  StatusLine(const StatusLine&) = delete;
  StatusLine& operator=(const StatusLine&) = delete;

 private:
  bool drawn_ = false;
};

}  // namespace pom
