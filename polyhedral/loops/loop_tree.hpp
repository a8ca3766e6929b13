#pragma once
#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "dsl/model/function.hpp"
#include "polyhedral/ir/annotations.hpp"

namespace pom::poly {

/// A quasi-affine expression over the iterators of enclosing loops and the program's parameters. Numbers that do not
/// fit throw NumberTooLarge.
struct AffineExpr {
  enum class Kind { constant, iterator, parameter, add, mul, floordiv, mod };

  Kind kind = Kind::constant;
  std::int64_t value = 0;  ///< constant: the value; mul, floordiv, mod: the right operand (floordiv, mod: > 0)
  int loop = -1;           ///< iterator: LoopTree::Loop::id
  int scalar = -1;         ///< parameter: in Function::scalars
  std::vector<AffineExpr> operands;  ///< add: two or more; mul, floordiv, mod: one

  static AffineExpr constant(std::int64_t value);
  static AffineExpr iterator(int loop);
  static AffineExpr parameter(int scalar);
  friend AffineExpr operator+(AffineExpr a, AffineExpr b);  ///< folds constants
  friend AffineExpr operator*(std::int64_t factor, AffineExpr e);
  friend AffineExpr floordiv(AffineExpr e, std::int64_t divisor);
  friend AffineExpr mod(AffineExpr e, std::int64_t divisor);  ///< the remainder of floordiv, in [0, divisor)
  bool is_constant() const { return kind == Kind::constant; }
  /// Whether the expression or a part of it is such a one.
  template <class Test>
  bool any_part(const Test& is_such) const {
    return is_such(*this) || std::any_of(operands.begin(), operands.end(),
                                         [&](const AffineExpr& operand) { return operand.any_part(is_such); });
  }
  bool depends_on(int iterator) const {
    return any_part([&](const AffineExpr& e) { return e.kind == Kind::iterator && e.loop == iterator; });
  }
  bool operator==(const AffineExpr&) const = default;
};

struct Constraint {
  AffineExpr expr;
  bool equality = false;  ///< expr = 0, else expr >= 0
};

/// What is proved about an array between iterations of a loop.
struct CarriedFact {
  enum class Kind {
    none,      ///< no iteration touches what another one writes
    no_flow,   ///< no iteration reads what an earlier one wrote
    distance,  ///< an iteration reads what was written `distance` or more iterations before
  };
  Kind kind = Kind::none;
  int array = -1;  ///< in Function::arrays
  std::int64_t distance = 0;
};

/// One node of the loop tree; `kind` says which members count.
struct LoopNode {
  enum class Kind { loop, guard, instance, call };
  Kind kind = Kind::instance;

  // loop: for (id = max(lower); id < min(upper); id += step) body
  int id = -1;                    ///< unique in the tree, and no position of a parameter in Function::scalars
  std::string name;               ///< the user's name, unique among the enclosing loops and the arguments
  std::string label;              ///< "<compute>_<loop>", unique in the tree
  std::vector<AffineExpr> lower;  ///< at least one
  std::vector<AffineExpr> upper;  ///< exclusive, at least one
  std::int64_t step = 1;          ///< ≥ 1
  int level = -1;                 ///< in the schedule of the statements inside
  std::optional<PipelineMark> pipeline;
  std::optional<UnrollMark> unroll;
  std::optional<Location> flatten_off;  ///< ScheduledLoop::flatten_off
  std::vector<CarriedFact> facts;
  std::vector<int> steady;  ///< in Function::arrays: find_steady_arrays
  int region = -1;          ///< ScheduledLoop::region: the body, once outlined, is a dataflow of calls
  std::vector<int> locals;  ///< of a region: the arrays that the body declares

  // guard: if (all of `when`) body
  std::vector<Constraint> when;
  bool unless = false;  ///< not all of them

  std::vector<LoopNode> body;  ///< of a loop or guard, in order

  // instance: the compute's statement at the original iteration vector `iterators`
  int compute = -1;                   ///< in Function::computes
  std::vector<AffineExpr> iterators;  ///< one per loop of the compute as written

  // call: routine(iterators of Routine::iterators, scalars, arrays), in the order of its parameters
  int routine = -1;  ///< in LoopTree::routines
  std::vector<int> scalars, arrays;
};

/// A loop around the place of a routine, whose iterator the routine gets.
struct PassedIterator {
  int loop = -1;  ///< LoopNode::id
  std::string name;
  std::int64_t low = 0, high = 0;  ///< no value is outside
};

/// A nest, or a process of a loop's body, that became a function of its own. Its body speaks of the arrays and loops of
/// the place that it was made from.
struct Routine {
  std::string name;
  std::vector<LoopNode> body;
  std::vector<int> scalars, arrays;            ///< parameters
  std::vector<int> locals;                     ///< local arrays that only this nest uses
  std::vector<int> merged_locals;              ///< those of the nests that share the routine: `locals` stand for them
  std::vector<PassedIterator> iterators = {};  ///< parameters too, in front of all others
};

/// A scheduled program as loops: what code generation and estimation read. Pure data, no isl.
struct LoopTree {
  std::shared_ptr<const dsl::Function> program;
  std::vector<LoopNode> roots;  ///< in order
  std::vector<Routine> routines;
  HardwareMarks hardware;
  std::vector<std::vector<BindingMark>> bindings;  ///< for each compute

  /// The local arrays that the top function declares.
  std::vector<int> top_locals() const;
};

/// The tables that the instances in the bodies read, in order of declaration: each function has its own.
std::vector<int> tables_in(const std::vector<LoopNode>& body, const dsl::Function& program);

/// The tree as indented text, for dumps and tests.
std::string to_string(const LoopTree&);

}  // namespace pom::poly
