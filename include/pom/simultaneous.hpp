#pragma once
#include <source_location>
#include <string>
#include <vector>

#include "complex.hpp"
#include "compute.hpp"
#include "record.hpp"

namespace pom {

/// What becomes of one destination, or of all the parts of one.
class assignment {
 public:
  assignment(const array_element& destination, const expr& value);
  assignment(const complex_element& destination, const complex_expr& value);
  /// Field by field; both have the same fields (`unknown-field` otherwise).
  assignment(const record_element& destination, const record_element& value,
             std::source_location at = std::source_location::current());

 private:
  friend class simultaneous;
  struct Part {
    std::string name;  ///< "re" …; none: there is only this one
    array_element destination;
    expr value;
  };
  std::vector<Part> parts_;
};

/// Several destinations that get their values at once: all values are those of before, as in `a, b = a + b, a - b`. It
/// becomes one compute per part, in all of the loops together; a destination that a later value still reads gets its
/// new value by way of a local array of one element, named <compute>_new. Computes are named after `name`, with _re and
/// _im for complex parts and _<field> for fields, and numbered where there are several assignments: butterfly_0_re.
class simultaneous {
 public:
  /// Moves copy, so that what was moved from still names what it named.
  simultaneous(const simultaneous&) = default;
  simultaneous& operator=(const simultaneous&) = default;
  simultaneous(const std::string& name, const std::vector<var>& loops, const std::vector<assignment>& assignments,
               std::source_location at = std::source_location::current());

  /// Part of the program, as compute::after: all of it runs after `other`, inside the loops down to `loop`.
  simultaneous& after(const compute& other, LoopRef loop, std::source_location at = std::source_location::current());
  simultaneous& after(simultaneous& other, LoopRef loop, std::source_location at = std::source_location::current()) {
    return after(other.back(), std::move(loop), at);
  }

  /// In the order of execution. A directive on a loop that they share counts for all of them: `front().pipeline(i)`.
  std::vector<compute>& computes() { return computes_; }
  compute& front() { return computes_.front(); }
  compute& back() { return computes_.back(); }

 private:
  std::vector<compute> computes_;
};

}  // namespace pom
