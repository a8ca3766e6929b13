#pragma once
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "bench/qor/description/pragma_text.hpp"
#include "bench/qor/description/program.hpp"
#include "bench/qor/description/term.hpp"
#include "dse/kernel/kernel.hpp"

namespace pom::dse::qor {

/// What a scalar holds at this place of the program, when that is known without running it.
struct Known {
  std::optional<double> constant;
  std::optional<Index> index;  ///< integers: an affine function of the loops around
  bool operator==(const Known&) const = default;
};

/// Where a pointer points: an array, and the indices of the element that it sees as its first.
struct Place {
  int array = -1;
  std::vector<Index> indices;
};

/// What importing one function teaches about the others.
struct ImportState {
  const Program& program;
  std::vector<std::string>& notes;
  /// Per function and parameter: the one constant that all calls pass; absent when they differ or pass none.
  std::vector<std::vector<std::optional<double>>> arguments;
  std::vector<std::vector<bool>> argument_seen;
  struct Result {
    int caller, array, callee;
  };
  std::vector<std::map<int, TripCount>> promised_trips;  ///< per function and loop: LOOP_TRIPCOUNT
  std::vector<Result> results;                           ///< scalars that take the value that a function returns
};

/// Reads one function of a description into `function`. Statement by statement, with the constants and the affine
/// values of scalars that hold at each.
class FunctionBuilder {
 public:
  FunctionBuilder(ImportState& state, int number, Function& function);
  void build();

 private:
  using Json = nlohmann::json;

  // names.cpp: scopes, and what scalars hold
  struct Name {
    int array = -1, loop = -1;
  };
  void declare_parameters();
  void name_symbols();
  bool has_symbols(const Index&) const;
  bool is_symbol(int array) const;
  void declare_globals();
  void declare_arrays();
  int add_array(const std::string& name, const DeclaredType& type, Array::Role role);
  std::optional<Name> find_name(const std::string& name) const;
  int scalar_or_new(const std::string& name, const std::string& type, int value);
  Array& array(int number) { return function_.arrays[number]; }
  void forget(int array) { known_.erase(array); }
  void forget_assigned(const Json& body);
  void remember(int array, int value, const std::optional<Index>& index);

  // build_index.cpp
  std::optional<Index> affine(const Term&);
  Index index(const Term&);
  std::vector<Index> indices(const Term& subscript, std::size_t first);
  std::optional<Place> place(const Term&);
  Place whole_place(const Term&);
  static std::vector<Index> shifted(const Place&, const std::vector<Index>& more, std::size_t rank);
  std::optional<double> constant(const Term&);

  // build_expression.cpp
  int expression(const Term&, std::optional<NumberType> expected = {});
  int add(Expression);
  int number(double value, NumberType type);
  bool is_sum_of_loops(const Index&) const;
  int sum_of_loops(const Index&);
  int name_value(const Term&, std::optional<NumberType> expected);
  int load(const Place&);
  int subscript_value(const Term&);
  int operation(const Term&, std::optional<NumberType> expected);
  int binary(OpKind, const Term&, std::optional<NumberType> type);
  int cast(int value, NumberType type);
  int stream_read(const Term&);
  int increment(const Term&);
  int bit_range(const Term&);
  int call_value(const Term&, std::optional<NumberType> expected);
  int unknown_call(const Term&, std::optional<NumberType> expected);
  int unknown(const Term&, std::optional<NumberType> expected);
  int fold(Expression);
  Expression& value(int number) { return function_.expressions[number]; }

  // build_body.cpp
  void build_body(const Json& body, std::vector<Node>& nodes);
  void build_list(const Json& body, std::size_t first, std::vector<Node>& nodes);
  void build_node(const Json& node, std::vector<Node>& nodes);
  void build_assignment(const std::string& target, const Term& source, const std::string& type);
  void build_definition(const Json& node);
  void build_effect(const Term&);
  void build_branch(const Json& node, std::vector<Node>& nodes);
  void build_skip(const Json& body, std::size_t at, std::vector<Node>& nodes);
  void build_return(const Json& node);
  void assign(int array, std::vector<Index> indices, int value, const std::optional<Index>& known);
  bool alias(const std::string& target, const Term& source);

  // build_loop.cpp
  void build_loop(const Json& node, std::vector<Node>& nodes);
  void read_range(const std::string& text, Loop&);
  void read_trip(const Json& node, Loop&);

  // build_call.cpp
  void build_call(const std::vector<Term>& words);
  void pass_argument(Call&, int callee, std::size_t parameter, const Term&);
  void note_constant(int callee, std::size_t parameter, std::optional<double> value);
  bool takes_reference(int callee, std::size_t parameter) const;

  // directives.cpp
  void apply_directives(const Json& node, Loop* loop);
  void apply_to_loop(const Directive&, Loop&);
  void apply_to_function(const Directive&);
  void apply_to_array(const Directive&, const Loop* loop);
  void partition(const Directive&, Array&);
  void bind_storage(const Directive&, Array&);
  void bind_operators();
  Array* directive_array(const Directive&);
  std::int64_t directive_number(const Directive&, const std::string& key, std::int64_t fallback);
  std::optional<std::int64_t> assumed_constant(const std::string& name);
  void note(const std::string& text);

  ImportState& state_;
  const FunctionFacts& facts_;
  int number_;
  Function& function_;
  int result_ = -1;  ///< the parameter that carries what the function returns
  std::vector<std::map<std::string, Name>> scopes_;
  std::map<int, Known> known_;          ///< by array (scalars)
  std::map<int, Place> aliases_;        ///< pointers that were set to an array
  std::vector<Node>* nodes_ = nullptr;  ///< where statements go
  std::vector<Node> after_;             ///< increments to append behind the statement
  std::vector<Directive> bindings_;     ///< bind_op
  std::map<int, int> declared_in_;      ///< by array: the loop (-1: none) around its first directive
  int loops_ = 0, depth_ = 0;
  int unlabelled_ = 0;
  int symbols_ = 0;  ///< numbers below stand for parameters, those of loops follow
};

}  // namespace pom::dse::qor
