#pragma once
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bench/qor/description/program.hpp"
#include "bench/qor/description/term.hpp"
#include "bench/qor/import/environment.hpp"
#include "bench/qor/import/parameter_constants.hpp"
#include "dse/kernel/kernel.hpp"

namespace pom::dse::qor {

/// A local scalar that takes what a call returns. The callee's type is known only when the callee is imported too.
struct ReturnedScalar {
  int array = -1;
  int callee = -1;  ///< in Program::functions
};

/// Builds the expressions of one function from terms. What a term does beside its value (calls, increments) becomes
/// statements, which the caller takes and puts around the statement that holds the term.
class ExpressionBuilder {
 public:
  /// `facts`: of the function, one of the program's.
  ExpressionBuilder(const Program&, const FunctionFacts& facts, Function&, Environment&, ParameterConstants&,
                    std::vector<std::string>& notes);

  /// Returns the number of the term's value. Constants have the type that is expected.
  int build(const Term&, std::optional<NumberType> expected = {});
  /// Returns the term as an index; where it is not affine, an opaque one with the term's value.
  Index build_index(const Term&);
  /// Finds the memory that the term names; nothing for other terms.
  std::optional<Place> find_place(const Term&);
  /// The same; throws Unsupported for other terms.
  Place place(const Term&);
  int build_stream_read(const Term&);
  /// Increments or decrements a scalar or an element, and returns the value of "x++" or "++x".
  int build_increment(const Term&);
  /// Builds a call from the function's name and the arguments, and returns the scalar that takes the result, if any.
  std::optional<int> build_call(const std::vector<Term>& words);

  /// Hand over the statements that the terms need before the statement which holds them, and behind it.
  std::vector<Node> take_before() { return std::exchange(before_, {}); }
  std::vector<Node> take_behind() { return std::exchange(behind_, {}); }
  const std::vector<ReturnedScalar>& returned_scalars() const { return returned_; }

 private:
  int build_name(const Term&, std::optional<NumberType> expected);
  int build_subscript(const Term&);
  int build_operation(const Term&, std::optional<NumberType> expected);
  int build_unknown_operation(const Term&, std::optional<NumberType> expected);
  /// Builds the operands of `type`, or of the type that they agree on: constants take the others'.
  int build_operation_on(OpKind, const std::vector<Term>& operands, std::optional<NumberType> type);
  int build_bit_range(const Term&);
  int build_unreadable(const Term&, std::optional<NumberType> expected);
  int build_called_value(const Term&, std::optional<NumberType> expected);
  void pass_argument(Call&, const FunctionFacts& callee, std::size_t parameter, const Term&);

  const NumberType& type_of(int value) const { return function_.expressions[value].type; }
  Array& array(int number) { return function_.arrays[number]; }

  const Program& program_;
  const FunctionFacts& facts_;
  Function& function_;
  Environment& environment_;
  ParameterConstants& constants_;
  std::vector<std::string>& notes_;
  std::vector<Node> before_, behind_;
  std::vector<ReturnedScalar> returned_;
  int depth_ = 0;  ///< of operations within each other
};

}  // namespace pom::dse::qor
