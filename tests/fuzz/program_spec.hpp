#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <pom/pom.hpp>

/// A program as plain data: generated at random, shrunk, declared through the DSL, printed as DSL source.
namespace pom::fuzz {

using Vector = std::vector<std::int64_t>;

/// constant + Σ coefficient · loop; then, where a divisor is given, its quotient or remainder, rounding down.
struct Index {
  enum class Division { none, quotient, remainder };

  int constant = 0;
  std::vector<int> coefficients;  ///< of the loops around it, outermost first; missing ones are 0
  Division division = Division::none;
  int divisor = 1;
  int data = -1;  ///< the element of this array at loops `data_loops` is added behind the division; -1: none is
  std::vector<int> data_loops = {};
  /// What stands for an element beyond the array's extent: that at the border, its mirror image, the one from the other
  /// end, or 0, or 0 in front of the array and its last element behind it.
  enum class Border { none, clamped, mirrored, wrapped, zero, zero_in_front };
  Border border = Border::none;
  int extent = 0;

  /// Without the data.
  std::int64_t evaluate(const Vector& iterators) const;
  /// What the border makes of it.
  std::int64_t within(std::int64_t value) const;
  int coefficient(std::size_t loop) const { return loop < coefficients.size() ? coefficients[loop] : 0; }
  bool operator==(const Index&) const = default;
};

struct LoopSpec {
  std::string name;
  Index lower, upper;  ///< lower <= loop < upper, over the loops outside it
  bool operator==(const LoopSpec&) const = default;
};

struct ArraySpec {
  std::string name;
  Type type;
  Vector shape;  ///< set by `fit_arrays`
  bool local = false;
  int range = 0;       ///< what indices read: all elements are from 0 to range - 1; 0: it is no such array
  bool table = false;  ///< has contents: those of `element_of`
};

/// An element of a table, at a place of the row-major order.
double element_of(const ArraySpec&, std::int64_t position);

struct AccessSpec {
  int array = 0;
  std::vector<Index> indices;
};

struct ValueSpec {
  enum class Kind {
    number,
    loop,
    load,
    add,
    sub,
    mul,
    max,
    min,
    select,
    // of integers
    bit_and,
    bit_or,
    bit_xor,
    bit_not,
    shift_left,
    shift_right,
    divide,
    modulo,
    popcount,
    // of floats
    floor,
    ceil,
    round,
    trunc,
    sine
  };

  Kind kind = Kind::number;
  double number = 1;                ///< number
  int loop = 0;                     ///< loop
  AccessSpec access;                ///< load
  std::vector<ValueSpec> operands;  ///< select: operands[0] < operands[1] ? operands[2] : operands[3]
};

/// `left` against a number.
struct ComparisonSpec {
  enum class Relation { less, less_equal, greater, greater_equal, equal, different };

  Index left;
  Relation relation = Relation::less;
  int right = 0;

  bool holds(const Vector& iterators) const;
  bool operator==(const ComparisonSpec&) const = default;
};

/// One call of `where`: all comparisons of one of the groups hold.
struct GuardSpec {
  std::vector<std::vector<ComparisonSpec>> any_of;

  bool holds(const Vector& iterators) const;
};

/// `after(other, level)` as part of the program; -1: no shared loop.
struct PlacementSpec {
  int other = 0, level = 0;
};

struct StatementSpec {
  std::string name;
  std::vector<LoopSpec> loops;
  ValueSpec value;
  AccessSpec destination;
  std::optional<PlacementSpec> after;
  std::vector<GuardSpec> guards = {};
};

struct ProgramSpec {
  std::vector<ArraySpec> arrays;
  std::vector<StatementSpec> statements;
  bool has_windows = false;  ///< made so that iterations read again what others did
};

/// Calls `visit` for the iteration vectors of a statement, where its guards hold, in their order, at most `limit` of
/// them; false: there are more.
bool for_each_instance(const StatementSpec&, std::size_t limit, const std::function<void(const Vector&)>& visit);
std::size_t count_instances(const StatementSpec&, std::size_t limit);

/// All accesses of a statement: its destination and its loads.
void for_each_access(StatementSpec&, const std::function<void(AccessSpec&)>& visit);
void for_each_access(const StatementSpec&, const std::function<void(const AccessSpec&)>& visit);

/// All affine functions of a statement's loops: bounds, guards, subscripts.
void for_each_index(StatementSpec&, const std::function<void(Index&)>& visit);

/// Moves indices that would be negative, and gives every array the extents that its accesses need.
void fit_arrays(ProgramSpec&);

/// Declares the program into the function whose scope is open.
void declare(const ProgramSpec&);

/// The declarations as lines of DSL source that compile inside a function body.
std::string to_source(const ProgramSpec&);

}  // namespace pom::fuzz
