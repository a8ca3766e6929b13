#include "polyhedral/ir/isl_extras.hpp"

#include <isl/ast.h>
#include <isl/ast_build.h>
#include <isl/map.h>
#include <isl/mat.h>
#include <isl/options.h>
#include <isl/point.h>
#include <isl/set.h>
#include <isl/union_map.h>
#include <isl/val.h>

#include <algorithm>
#include <cstdlib>
#include <limits>

#include "polyhedral/ir/isl_context.hpp"
#include "polyhedral/ir/number_too_large.hpp"

namespace pom::poly {

IslContext::IslContext() : context_(isl_ctx_alloc()) {
  isl_options_set_on_error(context_, ISL_ON_ERROR_CONTINUE);
  // An else-branch would be a second kind of guard in the loop tree; two disjoint guards say the same.
  isl_options_set_ast_build_allow_else(context_, 0);
}

IslContext::~IslContext() { isl_ctx_free(context_); }

namespace {

/// What isl's functions with "si" in their names take has 32 bits only, and some negate it.
isl_val* to_val(const isl::set& set, std::int64_t n) { return isl_val_int_from_si(set.ctx().get(), n); }

isl_dim_type dim_type(Side side) { return side == Side::domain ? isl_dim_in : isl_dim_out; }

}  // namespace

isl::set set_names(isl::set set, const std::string& tuple, const std::vector<std::string>& dimensions) {
  isl_set* raw = isl_set_set_tuple_name(set.release(), tuple.c_str());
  for (unsigned d = 0; d < dimensions.size(); ++d) {
    raw = isl_set_set_dim_name(raw, isl_dim_set, d, dimensions[d].c_str());
  }
  return isl::manage(raw);
}

isl::map set_names(isl::map map, Side side, const std::string& tuple, const std::vector<std::string>& dimensions) {
  isl_map* raw = map.release();
  if (!tuple.empty()) raw = isl_map_set_tuple_name(raw, dim_type(side), tuple.c_str());
  for (unsigned d = 0; d < dimensions.size(); ++d) {
    raw = isl_map_set_dim_name(raw, dim_type(side), d, dimensions[d].c_str());
  }
  return isl::manage(raw);
}

isl::map set_tuple(isl::map map, Side side, const std::string& tuple) {
  return isl::manage(isl_map_set_tuple_name(map.release(), dim_type(side), tuple.c_str()));
}

isl::set rename_parameter(isl::set set, const std::string& from, const std::string& to) {
  const int position = isl_set_find_dim_by_name(set.get(), isl_dim_param, from.c_str());
  if (position < 0) return set;
  return isl::manage(isl_set_set_dim_name(set.release(), isl_dim_param, static_cast<unsigned>(position), to.c_str()));
}

isl::map rename_parameter(isl::map map, const std::string& from, const std::string& to) {
  const int position = isl_map_find_dim_by_name(map.get(), isl_dim_param, from.c_str());
  if (position < 0) return map;
  return isl::manage(isl_map_set_dim_name(map.release(), isl_dim_param, static_cast<unsigned>(position), to.c_str()));
}

std::string tuple_name(const isl::map& map, Side side) {
  const char* name = isl_map_get_tuple_name(map.get(), dim_type(side));
  return name ? name : "";
}

bool is_plainly_equal(const isl::map& a, const isl::map& b) {
  return isl_map_plain_is_equal(a.get(), b.get()) == isl_bool_true;
}

unsigned dimension_count(const isl::set& set) { return isl_set_dim(set.get(), isl_dim_set); }

unsigned dimension_count(const isl::map& map, Side side) { return isl_map_dim(map.get(), dim_type(side)); }

isl::map keep_equal(isl::map map, unsigned in, unsigned out) {
  return isl::manage(isl_map_equate(map.release(), isl_dim_in, in, isl_dim_out, out));
}

isl::map keep_increasing(isl::map map, unsigned in, unsigned out) {
  return isl::manage(isl_map_order_lt(map.release(), isl_dim_in, in, isl_dim_out, out));
}

isl::map keep_decreasing(isl::map map, unsigned in, unsigned out) {
  return isl::manage(isl_map_order_gt(map.release(), isl_dim_in, in, isl_dim_out, out));
}

isl::map pairs_at_distance(const isl::map& like, const isl::set& deltas) {
  // { [x -> y] -> y - x }, restricted to the wanted differences, then unwrapped.
  const isl::map differences = isl::manage(isl_map_deltas_map(isl_map_universe(isl_map_get_space(like.get()))));
  return differences.intersect_range(deltas).domain().unwrap();
}

isl::map remove_identity(isl::map map) {
  isl_space* space = isl_map_get_space(map.get());
  return map.subtract(isl::manage(isl_map_identity(space)));
}

isl::map first_loops(const isl::set& like, unsigned count) {
  const unsigned all = dimension_count(like);
  isl_map* raw = isl_map_identity(isl_space_map_from_set(isl_set_get_space(like.get())));
  if (isl_map_has_tuple_id(raw, isl_dim_out)) raw = isl_map_reset_tuple_id(raw, isl_dim_out);
  return isl::manage(isl_map_project_out(raw, isl_dim_out, count, all - count));
}

isl::map lexicographic_before(const isl::set& like) {
  return isl::manage(isl_map_lex_lt(isl_set_get_space(like.get())));
}

isl::map lexicographic_after(const isl::set& like) {
  return isl::manage(isl_map_lex_gt(isl_set_get_space(like.get())));
}

isl::map keep_near(const isl::map& map, unsigned position, std::int64_t distance) {
  isl_map* differences = isl_map_deltas_map(map.copy());  // { [x -> y] -> y - x }
  const isl::set all = isl::manage(isl_set_universe(isl_space_range(isl_map_get_space(differences))));
  isl::set near = bound_above(bound_below(all, position, -distance), position, distance);
  return isl::manage(isl_set_unwrap(isl_map_domain(isl_map_intersect_range(differences, near.release()))));
}

isl::map keep_increasing(isl::map map, unsigned position) {
  const int coordinate = static_cast<int>(position);
  return isl::manage(isl_map_order_lt(map.release(), isl_dim_in, coordinate, isl_dim_out, coordinate));
}

isl::map equal_in(const isl::space& space, const std::vector<unsigned>& dimensions) {
  isl_map* raw = isl_map_universe(isl_space_map_from_set(space.copy()));
  for (unsigned d : dimensions) raw = isl_map_equate(raw, isl_dim_in, d, isl_dim_out, d);
  return isl::manage(raw);
}

isl::set keep_first(isl::set set, unsigned count) {
  const unsigned all = dimension_count(set);
  isl_set* raw = isl_set_reset_tuple_id(set.release());
  return isl::manage(isl_set_project_out(raw, isl_dim_set, count, all - count));
}

isl::map keep_first(isl::map map, Side side, unsigned count) {
  const unsigned all = dimension_count(map, side);
  isl_map* raw = map.release();
  if (isl_map_has_tuple_name(raw, dim_type(side))) raw = isl_map_reset_tuple_id(raw, dim_type(side));
  return isl::manage(isl_map_project_out(raw, dim_type(side), count, all - count));
}

isl::set keep_dimensions(isl::set set, const std::vector<unsigned>& positions) {
  isl_set* raw = isl_set_reset_tuple_id(set.release());
  for (unsigned d = isl_set_dim(raw, isl_dim_set); d-- > 0;)
    if (!std::binary_search(positions.begin(), positions.end(), d)) raw = isl_set_project_out(raw, isl_dim_set, d, 1);
  return isl::manage(raw);
}

isl::set keep_only(isl::set set, unsigned position) { return keep_dimensions(std::move(set), {position}); }

isl::set keep_two(isl::set set, unsigned first, unsigned second) {
  const isl::set pair = keep_dimensions(std::move(set), {std::min(first, second), std::max(first, second)});
  if (first < second) return pair;
  return pair.apply(isl::map(pair.ctx(), "{ [a, b] -> [b, a] }"));
}

isl::set bound_below(isl::set set, unsigned position, std::int64_t minimum) {
  return isl::manage(isl_set_lower_bound_val(set.copy(), isl_dim_set, position, to_val(set, minimum)));
}

isl::set bound_above(isl::set set, unsigned position, std::int64_t maximum) {
  return isl::manage(isl_set_upper_bound_val(set.copy(), isl_dim_set, position, to_val(set, maximum)));
}

isl::set make_disjoint(isl::set set) { return isl::manage(isl_set_make_disjoint(set.release())); }

isl::map make_disjoint(isl::map map) { return isl::manage(isl_map_make_disjoint(map.release())); }

namespace {

bool has_divisions(const isl::map& map) {
  bool divides = false;
  map.foreach_basic_map(
      [&](const isl::basic_map& piece) { divides = divides || isl_basic_map_dim(piece.get(), isl_dim_div) > 0; });
  return divides;
}

bool has_divisions(const isl::set& set) {
  bool divides = false;
  set.foreach_basic_set(
      [&](const isl::basic_set& piece) { divides = divides || isl_basic_set_dim(piece.get(), isl_dim_div) > 0; });
  return divides;
}

template <class Union>
Union join_rightly(const Union& pieces) {
  if (!has_divisions(pieces)) return pieces.coalesce();
  try {
    const Union joined = pieces.coalesce();
    return joined.is_equal(pieces) ? joined : pieces;
  } catch (const isl::exception_internal&) {  // isl 0.25 ends some tries so
    return pieces;
  }
}

}  // namespace

isl::map join_plain_pieces(isl::map map) { return has_divisions(map) ? map : map.coalesce(); }
isl::map join_pieces(const isl::map& map) { return join_rightly(map); }
isl::set join_pieces(const isl::set& set) { return join_rightly(set); }

isl::set join_into_one(const isl::set& set) {
  if (isl_set_n_basic_set(set.get()) <= 1) return set;
  const isl::set whole = isl::set(isl::manage(isl_set_unshifted_simple_hull(set.copy())));
  return whole.is_subset(set) ? whole : set;
}

isl::map name_divisions(isl::map map) { return isl::manage(isl_map_compute_divs(map.release())); }

std::int64_t stride(const isl::set& set, unsigned position) {
  const isl::set values = keep_only(set, position);
  if (minimum(values, 0) == maximum(values, 0)) return 1;
  // isl says 0 of a single value, which others of the set's dimensions may decide.
  return std::max<std::int64_t>(1, to_integer(isl::manage(isl_set_get_stride(set.get(), static_cast<int>(position)))));
}

std::int64_t to_integer(const isl::val& value) {
  using Long = std::numeric_limits<long>;
  if (isl_val_cmp_si(value.get(), Long::max()) > 0 || isl_val_cmp_si(value.get(), Long::min()) < 0)
    throw NumberTooLarge();
  return isl_val_get_num_si(value.get());
}

namespace {

std::optional<std::int64_t> finite(isl::val value) {
  if (!isl_val_is_int(value.get())) return std::nullopt;
  return to_integer(value);
}

/// The least (or greatest) value over the parts of a union. isl 0.25 takes 0 for that of a part without points.
std::optional<std::int64_t> optimum(const isl::set& set, unsigned position, decltype(isl_set_dim_min_val)* of_part,
                                    const std::int64_t& (*better)(const std::int64_t&, const std::int64_t&)) {
  std::optional<std::int64_t> best;
  bool bounded = true;
  set.foreach_basic_set([&](const isl::basic_set& part) {
    if (!bounded || part.is_empty()) return;
    const auto value = finite(isl::manage(of_part(part.to_set().release(), static_cast<int>(position))));
    bounded = value.has_value();
    if (bounded) best = best ? better(*best, *value) : *value;
  });
  return bounded ? best : std::nullopt;
}

}  // namespace

std::optional<std::int64_t> minimum(const isl::set& set, unsigned position) {
  return optimum(set, position, isl_set_dim_min_val, std::min<std::int64_t>);
}

std::optional<std::int64_t> maximum(const isl::set& set, unsigned position) {
  return optimum(set, position, isl_set_dim_max_val, std::max<std::int64_t>);
}

namespace {

/// The lexicographically smallest point of a set that is not empty, coordinate by coordinate: isl's lexmin of sets with
/// divisions takes a hundred times as long.
std::vector<std::int64_t> smallest(isl::set set) {
  std::vector<std::int64_t> point;
  for (unsigned d = 0; d < dimension_count(set); ++d) {
    const std::optional<std::int64_t> least = minimum(set, d);
    if (!least) isl::exception::throw_invalid("a set without a smallest point", __FILE__, __LINE__);
    point.push_back(*least);
    set = bound_above(bound_below(set, d, *least), d, *least);
  }
  return point;
}

/// The first point of { [parameters, coordinates] }.
std::vector<std::int64_t> first_with_parameters(const isl::set& set) {
  const unsigned parameters = isl_set_dim(set.get(), isl_dim_param);
  isl_set* raw = isl_set_reset_tuple_id(isl_set_flatten(set.copy()));
  raw = isl_set_move_dims(raw, isl_dim_set, 0, isl_dim_param, 0, parameters);
  return smallest(isl::manage(raw));
}

}  // namespace

std::optional<std::vector<std::int64_t>> first_point(const isl::set& set) {
  if (set.is_empty()) return std::nullopt;
  std::vector<std::int64_t> all = first_with_parameters(set);
  all.erase(all.begin(), all.end() - static_cast<std::ptrdiff_t>(dimension_count(set)));
  return all;
}

std::string first_parameters(const isl::set& set) {
  const unsigned parameters = isl_set_dim(set.get(), isl_dim_param);
  if (parameters == 0 || set.is_empty()) return "";
  const std::vector<std::int64_t> all = first_with_parameters(set);
  std::string text;
  for (unsigned p = 0; p < parameters; ++p)
    text += (text.empty() ? "" : ", ") + std::string(isl_set_get_dim_name(set.get(), isl_dim_param, p)) + " = " +
            std::to_string(all[p]);
  return text;
}

unsigned affine_dimension(const isl::set& set) {
  isl_basic_set* hull = isl_set_affine_hull(set.copy());
  isl_mat* equalities = isl_basic_set_equalities_matrix(hull, isl_dim_set, isl_dim_div, isl_dim_param, isl_dim_cst);
  const unsigned count = isl_mat_rows(equalities);
  isl_mat_free(equalities);
  isl_basic_set_free(hull);
  return dimension_count(set) - count;
}

isl::set point_set(const isl::set& like, const std::vector<std::int64_t>& coordinates) {
  isl_set* raw = isl::set::universe(like.space()).release();
  for (unsigned d = 0; d < coordinates.size(); ++d)
    raw = isl_set_fix_val(raw, isl_dim_set, d, to_val(like, coordinates[d]));
  return isl::manage(raw);
}

isl::ast_expr with_argument(isl::ast_expr_op op, unsigned position, isl::ast_expr argument) {
  return isl::manage(isl_ast_expr_set_op_arg(op.copy(), static_cast<int>(position), argument.release()));
}

std::string to_text(const isl::union_map& map) {
  char* text = isl_union_map_to_str(map.get());
  if (!text) isl::exception::throw_last_error(map.ctx());
  std::string copy = text;
  std::free(text);
  return copy;
}

bool has_quotients(const isl::map& map) {
  bool found = false;
  map.as_pw_multi_aff().foreach_piece([&](const isl::set&, const isl::multi_aff& values) {
    for (int d = 0; d < static_cast<int>(isl_multi_aff_size(values.get())); ++d) {
      const isl::aff value = values.at(d);
      for (int n = 0; n < static_cast<int>(isl_aff_dim(value.get(), isl_dim_div)); ++n) {
        isl_val* factor = isl_aff_get_coefficient_val(value.get(), isl_dim_div, n);
        found = found || isl_val_is_zero(factor) != isl_bool_true;
        isl_val_free(factor);
      }
    }
  });
  return found;
}

}  // namespace pom::poly
