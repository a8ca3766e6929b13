#pragma once
#include <unordered_map>
#include <vector>

#include "dsl/execute/coverage.hpp"
#include "dsl/execute/expression_code.hpp"

namespace pom::dsl {

/// Looks at the registers of one statement after each instance and notes which arms were taken. An instance computes
/// both values of a select; arms within the one that it does not take count for nothing.
class Probes {
 public:
  /// All three outlive the probes.
  Probes(const Compute&, const StatementCode&, std::vector<Coverage::Decision>&, Coverage::Stored&);

  void note_guard(std::size_t guard, bool holds) { guards_[guard]->taken[holds ? 0 : 1] = true; }
  /// Every step of the instance has run.
  void note_instance(const Slot* registers);

 private:
  struct Probe {
    Coverage::Decision* decision;
    int result, operand, other;  ///< registers: of the node, its first and its last operand
    Slot mask, sign;             ///< of the operand's bits
    int part = 0;                ///< in `parts_`: the decision's node
  };
  /// A node of the statement's values.
  struct Part {
    std::vector<int> operands;  ///< in `parts_`, all of them in front of it
    int condition = -1;         ///< of a select: its register
  };

  /// Adds the node behind its operands, if it is not there; returns its place.
  int add_part(const ExprNode&, const StatementCode&, std::unordered_map<const ExprNode*, int>& known);
  void mark_used(const Slot* registers);
  int arm_of(const Probe&, const Slot* registers) const;

  std::vector<Coverage::Decision*> guards_;
  std::vector<Probe> probes_;
  std::vector<Part> parts_;   ///< operands first; of a statement without selects none
  std::vector<char> used_;    ///< by part: it is a part of what the instance stores, or where
  std::vector<int> results_;  ///< in `parts_`: the value, and the indices of the store
  Coverage::Stored& stored_;
  int value_;
  Slot value_mask_;
};

}  // namespace pom::dsl
