#pragma once
#include <optional>
#include <vector>

#include "bench/qor/description/program.hpp"

namespace pom::dse::qor {

/// The parameters for which all calls pass one constant. Callers are imported before their callees: when a function is
/// imported, all of its calls are noted.
class ParameterConstants {
 public:
  explicit ParameterConstants(const Program& program) {
    for (const FunctionFacts& facts : program.functions) passed_.emplace_back(facts.parameters.size());
  }

  /// Notes what one call passes. Nothing: no constant.
  void note(int function, std::size_t parameter, std::optional<double> value) {
    Passed& passed = passed_[function][parameter];
    if (!passed.called) passed = {true, value};
    if (passed.value != value) passed.value.reset();
  }
  /// Nothing: the calls pass different values, or there is none.
  std::optional<double> find(int function, std::size_t parameter) const { return passed_[function][parameter].value; }

 private:
  struct Passed {
    bool called = false;
    std::optional<double> value;
  };
  std::vector<std::vector<Passed>> passed_;  ///< by function and parameter
};

}  // namespace pom::dse::qor
