#pragma once
#include <isl/cpp.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

/// What isl's C++ interface lacks; the only part of libpom that calls isl's C interface.
namespace pom::poly {

enum class Side { domain, range };

/// Runs the action with at most so many of isl's elementary steps (allocations and pivots of a tableau; a million takes
/// one to three seconds). False: they did not suffice, and what the action has changed is half done; isl's other
/// failures are exceptions as ever. The number ends the work, so that a program has one result on every machine; only
/// where steps take so long that a user would give up, the brake in force does (support/brake.hpp). Inside of another
/// such action, the outer one's steps are used up as well, and end the inner one too.
bool try_within(isl::ctx context, unsigned long operations, const std::function<void()>& action);

/// Steps that several questions share.
struct StepPool {
  unsigned long left = 0;
  /// Of the limits of the brake in force, for questions that can do without an answer; 0: no clock but the processor's
  /// ends them.
  double part_of_time = 0;
};

/// Of the pool's steps at most so many; what the action used leaves the pool.
bool try_within(isl::ctx context, StepPool& pool, unsigned long most, const std::function<void()>& action);

isl::set set_names(isl::set set, const std::string& tuple, const std::vector<std::string>& dimensions);
isl::map set_names(isl::map map, Side side, const std::string& tuple, const std::vector<std::string>& dimensions);
isl::map set_tuple(isl::map map, Side side, const std::string& tuple);

/// Gives the parameter `from` another name; the set need not have it.
isl::set rename_parameter(isl::set set, const std::string& from, const std::string& to);
isl::map rename_parameter(isl::map map, const std::string& from, const std::string& to);

/// The tuple's name, "" when it has none.
std::string tuple_name(const isl::map& map, Side side);
unsigned dimension_count(const isl::set& set);
unsigned dimension_count(const isl::map& map, Side side);

/// The pairs whose `in`-th domain and `out`-th range coordinate are equal.
isl::map keep_equal(isl::map map, unsigned in, unsigned out);
/// The pairs whose `out`-th range coordinate is greater than their `in`-th domain coordinate.
isl::map keep_increasing(isl::map map, unsigned in, unsigned out);
/// The pairs whose `out`-th range coordinate is less than their `in`-th domain coordinate.
isl::map keep_decreasing(isl::map map, unsigned in, unsigned out);

/// { x -> y : y - x in deltas }, in the space of `like`.
isl::map pairs_at_distance(const isl::map& like, const isl::set& deltas);
/// Without the pairs of an element and itself; domain and range are one space.
isl::map remove_identity(isl::map map);

/// { [l0, …, ln] -> [l0, …, l(count-1)] } from the space of `like`.
isl::map first_loops(const isl::set& like, unsigned count);
/// All pairs (x, y) of the set's space with x lexicographically before (after) y.
isl::map lexicographic_before(const isl::set& like);
isl::map lexicographic_after(const isl::set& like);
/// The pairs whose coordinates in `position` differ by at most `distance`.
isl::map keep_near(const isl::map& map, unsigned position, std::int64_t distance);
/// The pairs whose coordinate in `position` is less in the domain than in the range.
isl::map keep_increasing(isl::map map, unsigned position);
/// { x -> y : x and y agree in the given dimensions }.
isl::map equal_in(const isl::space& space, const std::vector<unsigned>& dimensions);

/// Only the first `count` dimensions, without the tuple's name.
isl::set keep_first(isl::set set, unsigned count);
isl::map keep_first(isl::map map, Side side, unsigned count);
/// Only dimension `position`, without the tuple's name.
isl::set keep_only(isl::set set, unsigned position);
/// Only the given dimensions, in ascending order, without the tuple's name.
isl::set keep_dimensions(isl::set set, const std::vector<unsigned>& positions);
/// Only dimensions `first` and `second`, in this order.
isl::set keep_two(isl::set set, unsigned first, unsigned second);
isl::set bound_below(isl::set set, unsigned position, std::int64_t minimum);
isl::set bound_above(isl::set set, unsigned position, std::int64_t maximum);

/// isl 0.25 may join the pieces of a union wrongly where they contain floor divisions; disjoint pieces it joins
/// rightly.
isl::set make_disjoint(isl::set set);
isl::map make_disjoint(isl::map map);
/// In fewer pieces, where none has floor divisions.
isl::map join_plain_pieces(isl::map map);
/// In fewer pieces, where they have floor divisions too: what isl joins wrongly, or ends with an internal error, stays
/// as it is.
isl::map join_pieces(const isl::map& map);
isl::set join_pieces(const isl::set& set);
/// One piece of plain bounds where the set holds every point within them, whatever its pieces are cut at; else the set.
isl::set join_into_one(const isl::set& set);
/// The map with its unknown numbers written as quotients of the others, so that those that are equal are one.
isl::map name_divisions(isl::map map);

/// Whether some value of a single-valued map is more than a sum of multiples: it divides, and rounds down.
bool has_quotients(const isl::map& map);
/// Equal as they are written down: without the effort of proving it. False says nothing.
bool is_plainly_equal(const isl::map&, const isl::map&);
/// The step between the values of a dimension, for any values of all others; 1 where there is no greater one.
std::int64_t stride(const isl::set& set, unsigned position);

/// The least (greatest) value of a dimension; nothing when it is unbounded or the set empty.
std::optional<std::int64_t> minimum(const isl::set& set, unsigned position);
std::optional<std::int64_t> maximum(const isl::set& set, unsigned position);

/// The lexicographically smallest point's coordinates, for the smallest parameters that leave one; nothing when the set
/// is empty.
std::optional<std::vector<std::int64_t>> first_point(const isl::set& set);
/// The parameters of that point: "N = 2, M = 1"; empty without parameters.
std::string first_parameters(const isl::set& set);
/// The dimension of the smallest affine space that holds the set: 0 for a point, 2 for a square.
unsigned affine_dimension(const isl::set& set);
isl::set point_set(const isl::set& like, const std::vector<std::int64_t>& coordinates);

/// Throws NumberTooLarge, as do all functions here that give numbers.
std::int64_t to_integer(const isl::val& value);

/// In isl's notation: equal texts mean equal relations.
std::string to_text(const isl::union_map& map);

/// The expression with one operand replaced.
isl::ast_expr with_argument(isl::ast_expr_op op, unsigned position, isl::ast_expr argument);

/// What the iterators of build_ast begin with; no name of a program does.
inline const std::string iterator_prefix = "pom_c";

/// How many loops isl makes of a dimension; where none of the two lists has it, as many as the bounds ask for.
struct AstOptions {
  std::vector<unsigned> separate;  ///< pieces of the domain get loops of their own
  std::vector<unsigned> whole;     ///< all pieces get one loop, with guards in it where they have other bounds
};

/// isl made loops that do not keep the order of the schedule.
struct LoopsOutOfOrder {};

/// The AST of a schedule { S[…] -> […] } whose dimensions have the numbers `dimensions`; for-loops get the iterators
/// `pom_c<number>`. `parameters`: what holds of them, { : … }. Where remainders tell iterations apart, the order of the
/// tree is proved: isl 0.25 puts two loops behind one another there that belong into one. Throws LoopsOutOfOrder.
isl::ast_node build_ast(const isl::union_map& schedule, const std::vector<unsigned>& dimensions,
                        const AstOptions& options, const isl::set& parameters);

}  // namespace pom::poly
