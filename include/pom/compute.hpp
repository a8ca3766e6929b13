#pragma once
#include <cstdint>
#include <memory>
#include <source_location>
#include <string>
#include <vector>

#include "placeholder.hpp"
#include "primitives.hpp"
#include "scalar.hpp"
#include "var.hpp"

namespace pom {

struct rfactored;

/// One statement in a loop nest: `destination = value` for every iteration of `loops` (outermost first).
/// A handle: copies name the same statement. Each scheduling call appends one directive to the function's schedule and
/// returns the compute; directives are checked when the function is compiled, with errors at their own lines.
/// What each call does, refuses and is good for stands in primitives/<name>.hpp.
class compute {
  using here = std::source_location;

 public:
  /// Moves copy, so that what was moved from still names what it named.
  compute(const compute&) = default;
  compute& operator=(const compute&) = default;
  compute(std::string name, std::vector<var> loops, const expr& value, const expr& destination,
          here at = here::current());
  /// The same, as C++ says it: `compute s("s", {i, j, k}, C(i, j) += A(i, k) * B(k, j));`
  compute(std::string name, std::vector<var> loops, const assigned& stored, here at = here::current())
      : compute(std::move(name), std::move(loops), stored.value(), stored.destination(), at) {}
  /// Refused: every compute needs a destination.
  compute(std::string name, std::vector<var> loops, const expr& value, here at = here::current());

  /// The compiler says where the braces are missing.
  template <std::same_as<var> Loop, class... Others>
  compute(const std::string&, const Loop&, const Others&...) {
    static_assert(sizeof(Loop) == 0,
                  "the loops of a compute stand in braces: compute s(\"s\", {i, j}, value, A(i, j))");
  }
  /// The compiler says what an array lacks that is read or stored to as a whole.
  template <std::same_as<placeholder> Array>
  compute(const std::string&, const std::vector<var>&, const expr&, const Array&, here = here::current()) {
    static_assert(sizeof(Array) == 0,
                  "a compute stores one element: write the indices of the destination, as in B(i, j) for the array B");
  }
  template <std::same_as<placeholder> Array, class... Others>
  compute(const std::string&, const std::vector<var>&, const Array&, const Others&...) {
    static_assert(sizeof(Array) == 0, "a compute reads elements: write the indices, as in A(i, j) for the array A");
  }

  /// Part of the program: only the iterations for which `condition` holds are executed. Affine comparisons of the
  /// loops, joined by && and ||: `s.where(i + j < 32 && j % 2 == 0)`. Several calls must all hold. Refused
  /// (`non-affine-guard`): anything else; a guard that leaves no iteration (`empty-loop`).
  compute& where(Located condition);

  /// Without a name, the array is called "<compute>_partial".
  rfactored rfactor(LoopRef loop, std::int64_t count, const std::string& name = "", here at = here::current());
  /// Without a name, the array is called "<array>_each".
  placeholder expand(LoopRef loop, const placeholder& array, const std::string& name = "", here at = here::current());
  placeholder expand(LoopRef loop, const scalar& variable, const std::string& name = "", here at = here::current());

  compute& interchange(LoopRef first, LoopRef second, here at = here::current());
  compute& reorder(std::vector<LoopRef> loops, here at = here::current());
  compute& split(LoopRef loop, std::int64_t factor, here at = here::current());
  compute& split(LoopRef loop, std::int64_t factor, const var& outer, const var& inner, here at = here::current());
  compute& tile(std::vector<LoopRef> loops, std::vector<std::int64_t> factors, here at = here::current());
  compute& tile(std::vector<LoopRef> loops, std::vector<std::int64_t> factors, std::vector<var> outer,
                std::vector<var> inner, here at = here::current());
  compute& tile(LoopRef i, LoopRef j, std::int64_t t1, std::int64_t t2, here at = here::current());
  compute& tile(LoopRef i, LoopRef j, std::int64_t t1, std::int64_t t2, const var& i0, const var& j0, const var& i1,
                const var& j1, here at = here::current());
  compute& tile(LoopRef i, LoopRef j, LoopRef k, std::int64_t t1, std::int64_t t2, std::int64_t t3,
                here at = here::current());
  compute& tile(LoopRef i, LoopRef j, LoopRef k, std::int64_t t1, std::int64_t t2, std::int64_t t3, const var& i0,
                const var& j0, const var& k0, const var& i1, const var& j1, const var& k1, here at = here::current());
  compute& skew(LoopRef i, LoopRef j, std::int64_t f1, std::int64_t f2, here at = here::current());
  compute& skew(LoopRef i, LoopRef j, std::int64_t f1, std::int64_t f2, const var& i2, const var& j2,
                here at = here::current());
  compute& after(const compute& other, LoopRef loop, here at = here::current());
  compute& after(const compute* other, LoopRef loop, here at = here::current());
  compute& fuse(const compute& other, LoopRef loop, here at = here::current());
  compute& distribute(LoopRef loop, here at = here::current());
  compute& reverse(LoopRef loop, here at = here::current());
  compute& shift(LoopRef loop, std::int64_t distance, here at = here::current());
  compute& peel(LoopRef loop, std::int64_t count, here at = here::current());
  compute& separate(LoopRef loop, here at = here::current());
  compute& pipeline(LoopRef loop, int interval = 1, here at = here::current());
  compute& unroll(LoopRef loop, std::int64_t factor = -1, here at = here::current());
  compute& flatten_off(LoopRef loop, here at = here::current());
  compute& double_buffer(LoopRef loop, here at = here::current());
  compute& reuse_at(const placeholder& array, LoopRef loop, here at = here::current());
  compute& accumulate_at(const placeholder& array, LoopRef loop, here at = here::current());
  compute& bind_op(const std::string& operation, const std::string& implementation, int latency = -1,
                   here at = here::current());
  compute& dependence(LoopRef loop, const placeholder& array, here at = here::current());
  compute& inline_off(const std::string& function = "", here at = here::current());

  const std::string& name() const { return name_; }
  /// The loops as declared, outermost first.
  std::vector<var> get_iteration_variables() const;

 private:
  friend class simultaneous;
  friend class placeholder;
  friend class function;
  /// One that a directive adds to the program.
  compute(std::shared_ptr<dsl::Function> function, std::string name)
      : name_(std::move(name)), function_(std::move(function)) {}
  compute& add(Primitive, const Location&);
  /// Moves the compute behind `other` inside `loop` in the program as written, also where a schedule has begun.
  void belong_behind(const compute& other, LoopRef loop, const Location&);
  /// True after adding a finding: the other compute belongs to another function.
  bool is_foreign(const compute& other, const Location&) const;

  std::string name_;
  std::vector<var> loops_;
  std::shared_ptr<dsl::Function> function_;
};

/// What `broadcast` adds to the program: the nest that reads the argument, and the array that it fills.
struct broadcasted : compute {
  placeholder array;
};

/// What `convert` adds to the program: `auto [copy, c] = A.convert();`
struct converted {
  placeholder array;
  compute copy;
};

/// What `rfactor` adds to the program: `auto [p, p_init, p_combine] = s.rfactor(k, 8, "p");`
struct rfactored {
  placeholder partial;
  compute init, combine;
};

}  // namespace pom
