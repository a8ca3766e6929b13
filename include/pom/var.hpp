#pragma once
#include <cstddef>
#include <source_location>
#include <string>

#include "expr.hpp"

namespace pom {

/// A loop `for (name = lower; name < upper; ++name)`, or only a name for a loop that a transformation creates.
/// Bounds are integers or affine expressions of outer loops. A value: copy it freely; loops are told apart by name
/// inside one compute.
class var : public expr {
 public:
  /// Moves copy, so that what was moved from still names what it named.
  var(const var&) = default;
  var& operator=(const var&) = default;
  explicit var(std::source_location at = std::source_location::current());
  explicit var(std::string name, std::source_location at = std::source_location::current());
  var(std::string name, const expr& lower, const expr& upper,
      std::source_location at = std::source_location::current());
  /// One bound is no range: the compiler says what is missing.
  template <plain_integer T>
  var(const std::string&, T) : expr(0), lower_(0), upper_(0) {
    static_assert(sizeof(T) == 0, "a loop has two bounds: var i(\"i\", 0, 8) takes the values 0 to 7");
  }

  const std::string& name() const { return name_; }
  bool has_bounds() const { return has_bounds_; }
  const expr& lower() const { return lower_; }
  const expr& upper() const { return upper_; }
  const Location& at() const { return at_; }

 private:
  std::string name_;
  expr lower_, upper_;
  bool has_bounds_ = false;
  Location at_;
};

/// How a schedule names a loop: by a `var`, or by its level (0 = outermost).
struct LoopRef {
  std::string name;  ///< empty: `level` counts
  int level = -1;

  LoopRef() = default;
  LoopRef(const var& loop) : name(loop.name()) {}
  LoopRef(int loop_level) : level(loop_level) {}
  template <std::size_t length>
  LoopRef(const char (&)[length]) {
    static_assert(length == 0, "a loop is named by its variable, without quotes: s.pipeline(i, 1)");
  }
};

}  // namespace pom
