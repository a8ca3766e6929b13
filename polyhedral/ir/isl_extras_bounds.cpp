#include <isl/mat.h>
#include <isl/set.h>

#include <memory>

#include "polyhedral/ir/isl_extras.hpp"
#include "polyhedral/ir/plain_bounds.hpp"

namespace pom::poly {

namespace {

using Rows = std::unique_ptr<isl_mat, decltype(&isl_mat_free)>;

/// Rows of factors with a constant behind them, as they are or with the other sign.
void add_bounds(std::vector<Bound>& bounds, const Rows& rows, std::int64_t sign) {
  const int last = isl_mat_cols(rows.get()) - 1;
  for (int row = 0; row < isl_mat_rows(rows.get()); ++row) {
    const auto value = [&](int column) {
      return sign * to_integer(isl::manage(isl_mat_get_element_val(rows.get(), row, column)));
    };
    Bound bound;
    for (int column = 0; column < last; ++column) bound.factors.push_back(value(column));
    bound.constant = value(last);
    bounds.push_back(std::move(bound));
  }
}

}  // namespace

bool involves_parameters(const isl::set& set) {
  const auto parameters = static_cast<unsigned>(isl_set_dim(set.get(), isl_dim_param));
  return isl_set_involves_dims(set.get(), isl_dim_param, 0, parameters) == isl_bool_true;
}

std::optional<std::vector<Bound>> plain_bounds(const isl::set& set) {
  if (isl_set_n_basic_set(set.get()) != 1 || isl_set_dim(set.get(), isl_dim_param) > 0) return std::nullopt;
  std::optional<std::vector<Bound>> bounds;
  set.foreach_basic_set([&](const isl::basic_set& part) {
    if (isl_basic_set_dim(part.get(), isl_dim_div) > 0) return;
    const auto rows = [&](decltype(isl_basic_set_equalities_matrix)* of_part) {
      return Rows(of_part(part.get(), isl_dim_set, isl_dim_div, isl_dim_param, isl_dim_cst), isl_mat_free);
    };
    bounds.emplace();
    for (const std::int64_t sign : {1, -1}) add_bounds(*bounds, rows(isl_basic_set_equalities_matrix), sign);
    add_bounds(*bounds, rows(isl_basic_set_inequalities_matrix), 1);
  });
  return bounds;
}

}  // namespace pom::poly
