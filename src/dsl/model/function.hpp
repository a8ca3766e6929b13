#pragma once
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <pom/diagnostic.hpp>
#include <pom/primitives.hpp>
#include <pom/type.hpp>

#include "dsl/model/expr_node.hpp"

namespace pom::dsl {

/// Every element lies in it. Of integers and of numbers held as integers (number.hpp); of floats `real_low` and
/// `real_high` count.
struct ElementRange {
  __int128 low = 0, high = 0;
  double real_low = 0, real_high = 0;
  Location at;  ///< the promise, or the contents
};

/// A memory port of the generated function, an array inside of it, or a table of constants.
struct Array {
  std::string name;
  std::vector<std::int64_t> shape;  ///< extent of each dimension, all ≥ 1; empty: one element
  Type type;
  Location at;
  const Function* owner = nullptr;
  bool local = false;     ///< lives inside the generated function: not an argument, its contents do not survive
  bool returned = false;  ///< its one element is the function's return value, 0 until it is written
  bool refused = false;   ///< its declaration is among the findings: its uses are not judged
  /// A table's elements, row-major, as a Memory holds them; null: it is no table.
  std::shared_ptr<const std::vector<std::byte>> contents = nullptr;
  std::optional<ElementRange> range = {};  ///< a table's own, or what was promised
  /// Of each dimension, elaborated like Loop bounds, where parameters decide: `shape` has room for the largest. Empty:
  /// `shape` says all.
  std::vector<ExprPtr> extents = {};
  /// Elements of a word of the argument's port. Its rows there are whole words, however many elements `shape` has.
  std::int64_t lanes = 1;
  /// That hand over a word together, one part after the other of its elements: arguments of the kernel (port_names).
  std::int64_t ports = 1;

  std::int64_t elements() const;
  /// Elements of the last dimension at the port.
  std::int64_t row_at_port() const { return shape.empty() ? 1 : (shape.back() + lanes - 1) / lanes * lanes; }
  /// Elements that one of the ports hands over.
  std::int64_t lanes_of_port() const { return lanes / ports; }
  bool is_table() const { return contents != nullptr; }
  bool is_argument() const { return !local && !is_table(); }
};

/// What a parameter's caller promises.
struct ParameterRange {
  std::int64_t low = 0, high = 0;
};

/// A scalar: a number, or an argument of the generated function.
struct Scalar {
  std::string name;
  Type type;
  bool typed = false;  ///< the user gave the type, or the first use of an argument fixed it
  ExprPtr value;       ///< a literal; null: an argument
  Location at;
  const Function* owner = nullptr;
  /// A size that bounds, guards, indices and extents may speak of; nothing: an argument for values only.
  std::optional<ParameterRange> range = {};

  std::optional<std::int64_t> size = {};  ///< of a parameter: what estimates take it to be, if not the largest

  bool is_parameter() const { return range.has_value(); }
  std::int64_t estimated_size() const { return size.value_or(range->high); }
};

/// A loop of a compute as written: `lower <= name < upper`, bounds affine in the loops outside it.
struct Loop {
  std::string name;
  /// Elaborated: p_int32 arithmetic over Op::loop, parameters (Op::scalar) and integers; / and % round down.
  ExprPtr lower, upper;
  Location at;
};

/// One element of an array.
struct Access {
  int array = -1;                ///< in Function::arrays
  std::vector<ExprPtr> indices;  ///< elaborated like Loop bounds, or Op::computed
  Location at;
};

/// The `after` call that placed a compute in the program as written.
struct Placement {
  int other = -1;  ///< the compute that it runs after
  int level = -1;  ///< the last shared loop; -1: none
  Location at;
};

/// One statement as written: for all iterations of `loops`, `store = value`.
struct Compute {
  std::string name;
  std::vector<Loop> loops;  ///< outermost first
  ExprPtr value;            ///< elaborated, of the type of the stored array
  Access store;
  /// In the order of evaluation (left to right), one per load in `value` and in the indices of `store`; those in an
  /// index stand before the element's own.
  std::vector<Access> loads;
  Location at;
  /// Conditions that all hold for the iterations that exist: comparisons of elaborated affine expressions, joined by
  /// logical_and and logical_or.
  std::vector<ExprPtr> guards;
  /// Place in the program as written, loops.size() + 1 numbers: position[d] orders the children inside the first d
  /// shared loops. Two computes share loop d iff position[0..d] are equal. Instances run in lexicographic order of
  /// (position[0], i0, position[1], i1, …, position[n]).
  std::vector<int> position;
  std::optional<Placement> placement;  ///< the last `after` that is part of the program; none: order of declaration
};

/// A program and its schedule. Only `src/dsl` writes it.
struct Function {
  std::string name;
  Location at;
  std::vector<std::shared_ptr<Array>> arrays;  ///< in order of declaration
  std::vector<std::shared_ptr<Scalar>> scalars;
  std::vector<Compute> computes;  ///< in order of declaration
  Schedule schedule;              ///< transformations and hardware directives, in order
  Schedule replaced;              ///< those in whose place transform_loops or auto_DSE put others
  /// By name, of the computes and arrays that are parts of another handle: the C++ that says them, "w.computes()[0]".
  std::map<std::string, std::string> parts;
  std::vector<Diagnostic> findings;  ///< errors and warnings met while recording
  /// Places in `findings` of what is wrong with directives of the schedule, ascending: they go with it.
  std::vector<std::size_t> of_directives;
  bool allow_out_of_bounds = false;
  bool allow_reassociation = false;
  bool first_release_rules = false;  ///< set by the compat headers
  bool transformed = false;          ///< a loop transformation was recorded: `after` is a directive now
  bool compiled = false;             ///< some call has compiled it, or the caller took it over
  std::optional<Location> pending;   ///< the first declaration or directive that no compilation has seen

  void refuse_directive(Diagnostic error) {
    of_directives.push_back(findings.size());
    findings.push_back(std::move(error));
  }

  void note_change(const Location& at) {
    if (!pending) pending = at;
  }
  void note_compiled() {
    compiled = true;
    pending.reset();
  }

  int find_compute(const std::string& name) const;  ///< -1: none
  int find_array(const std::string& name) const;    ///< -1: none
  /// Arrays that some compute reads or writes, in order of declaration.
  std::vector<int> used_arrays() const;
  /// Those of them that are neither local nor tables: the generated function's array arguments.
  std::vector<int> array_arguments() const;
  /// Scalars without a value that some compute, or the extent of an array that one uses, speaks of: the generated
  /// function's scalar arguments, before the arrays.
  std::vector<int> scalar_arguments() const;
  /// Those of them that are parameters.
  std::vector<int> parameters() const;
};

}  // namespace pom::dsl
