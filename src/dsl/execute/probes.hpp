#pragma once
#include <vector>

#include "dsl/execute/coverage.hpp"
#include "dsl/execute/expression_code.hpp"

namespace pom::dsl {

/// Looks at the registers of one statement after each instance and notes which arms were taken.
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
  };

  int arm_of(const Probe&, const Slot* registers) const;

  std::vector<Coverage::Decision*> guards_;
  std::vector<Probe> probes_;
  Coverage::Stored& stored_;
  int value_;
  Slot value_mask_;
};

}  // namespace pom::dsl
