#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "dsl/model/function.hpp"

namespace pom::dsl {

/// Which arms of a program's decisions were taken in the interpreter's runs so far. A decision is a select, a
/// comparison, min, max, abs, a conversion that clamps, or a guard; each has two arms.
class Coverage {
 public:
  explicit Coverage(const Function&);

  struct Decision {
    enum class Kind { truth, choice, sign, clamp, guard };
    Kind kind = Kind::truth;
    const ExprNode* node = nullptr;  ///< of a guard: its condition
    bool taken[2] = {false, false};  ///< true, false; first operand, second; negative, not; in range, clamped
  };

  /// What a compute stored in all instances of all runs.
  struct Stored {
    bool any = false, varies = false;
    unsigned __int128 first = 0;
  };

  /// Takes over what was seen at other sizes of the same program (at_sizes.hpp).
  void add(const Coverage&);

  std::int64_t arms() const;
  std::int64_t arms_taken() const;
  /// "blur.cpp:12: max never takes its first operand", in the program's order; equal lines once.
  std::vector<std::string> never_taken() const;
  /// Computes that read data and stored one value in every instance of every run.
  std::vector<int> constant_computes() const;

  std::vector<std::vector<Decision>> decisions;  ///< by compute
  std::vector<Stored> stored;                    ///< by compute

 private:
  const Function* function_;
};

}  // namespace pom::dsl
