#pragma once
#include <cstdint>
#include <memory>
#include <source_location>
#include <string>
#include <vector>

#include "placeholder.hpp"
#include "primitives.hpp"
#include "var.hpp"

namespace pom {

/// One statement in a loop nest: `destination = value` for every iteration of `loops` (outermost first).
/// A handle: copies name the same statement. Each scheduling call appends one directive to the function's schedule and
/// returns the compute; directives are checked when the function is compiled, with errors at their own lines.
/// What each call does, refuses and is good for stands in primitives/<name>.hpp.
class compute {
  using where = std::source_location;

 public:
  compute(std::string name, std::vector<var> loops, const expr& value, const expr& destination,
          where at = where::current());
  /// Refused: every compute needs a destination.
  compute(std::string name, std::vector<var> loops, const expr& value, where at = where::current());

  compute& interchange(LoopRef first, LoopRef second, where at = where::current());
  compute& split(LoopRef loop, std::int64_t factor, where at = where::current());
  compute& split(LoopRef loop, std::int64_t factor, const var& outer, const var& inner, where at = where::current());
  compute& tile(std::vector<LoopRef> loops, std::vector<std::int64_t> factors, where at = where::current());
  compute& tile(std::vector<LoopRef> loops, std::vector<std::int64_t> factors, std::vector<var> outer,
                std::vector<var> inner, where at = where::current());
  compute& tile(LoopRef i, LoopRef j, std::int64_t t1, std::int64_t t2, where at = where::current());
  compute& tile(LoopRef i, LoopRef j, std::int64_t t1, std::int64_t t2, const var& i0, const var& j0, const var& i1,
                const var& j1, where at = where::current());
  compute& tile(LoopRef i, LoopRef j, LoopRef k, std::int64_t t1, std::int64_t t2, std::int64_t t3,
                where at = where::current());
  compute& tile(LoopRef i, LoopRef j, LoopRef k, std::int64_t t1, std::int64_t t2, std::int64_t t3, const var& i0,
                const var& j0, const var& k0, const var& i1, const var& j1, const var& k1, where at = where::current());
  compute& skew(LoopRef i, LoopRef j, std::int64_t f1, std::int64_t f2, where at = where::current());
  compute& skew(LoopRef i, LoopRef j, std::int64_t f1, std::int64_t f2, const var& i2, const var& j2,
                where at = where::current());
  compute& after(const compute& other, LoopRef loop, where at = where::current());
  compute& after(const compute* other, LoopRef loop, where at = where::current());
  compute& pipeline(LoopRef loop, int interval = 1, where at = where::current());
  compute& unroll(LoopRef loop, std::int64_t factor = -1, where at = where::current());

  const std::string& name() const { return name_; }
  /// The loops as declared, outermost first.
  std::vector<var> get_iteration_variables() const;

 private:
  compute& add(Primitive, const Location&);

  std::string name_;
  std::vector<var> loops_;
  std::shared_ptr<dsl::Function> function_;
};

}  // namespace pom
