#pragma once
#include <unordered_map>

#include "dsl/model/expr_node.hpp"

namespace pom::dsl {

/// How a recorded value gets its type: numbers are weak and adapt to what stands beside them.
struct ValueKind {
  enum class Strength { weak_integer, weak_real, typed };
  Strength strength = Strength::typed;
  Type type = p_int32;  ///< typed only

  bool is_typed() const { return strength == Strength::typed; }
};

/// Finds the kinds of recorded values for one target type (the destination, or the type of an explicit cast).
class KindFinder {
 public:
  explicit KindFinder(Type target) : target_(target) {}

  ValueKind find(const ExprNode&);
  /// The kind of an arithmetic operation on the two.
  ValueKind combine(Op op, ValueKind, ValueKind) const;
  /// The type of a value of this kind where a weak one would take type `context`.
  Type resolve(ValueKind, Type context) const;
  /// A real number that stands for an integer because the target is one: 2.0 in an integer array's value.
  bool is_integral(const ExprNode& literal) const;

 private:
  ValueKind find_new(const ExprNode&);
  ValueKind find_math(ValueKind operand) const;
  Type real_type() const { return target_ == p_float64 ? p_float64 : p_float32; }

  Type target_;
  std::unordered_map<const ExprNode*, ValueKind> known_;  ///< trees share parts
};

}  // namespace pom::dsl
