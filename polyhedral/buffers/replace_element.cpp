#include "polyhedral/buffers/replace_element.hpp"

#include <algorithm>

#include "dsl/model/affine_form.hpp"
#include "dsl/model/any_part.hpp"
#include "dsl/model/index_operation.hpp"
#include "polyhedral/primitives/program_edit.hpp"

namespace pom::poly {

namespace {

using dsl::ExprPtr;
using dsl::Op;

bool has_scalar(const dsl::ExprNode& e) {
  return dsl::any_part(e, [](const dsl::ExprNode& part) { return part.op == Op::scalar; });
}

/// The difference with each loop mentioned once; null: it is no sum of multiples of loops.
ExprPtr linear_difference(const ExprPtr& index, const ExprPtr& origin, const std::vector<dsl::Loop>& loops) {
  if (has_scalar(*index) || has_scalar(*origin)) return nullptr;
  dsl::AffineForm form = dsl::flatten_affine(*index, loops.size());
  form.add(dsl::flatten_affine(*origin, loops.size()), -1);
  if (!form.is_linear()) return nullptr;
  ExprPtr sum;
  for (std::size_t n = 0; n < loops.size(); ++n) {
    if (form.coefficients[n] == 0) continue;
    ExprPtr term = loop_node(loops, static_cast<int>(n));
    if (form.coefficients[n] != 1) term = dsl::index_operation(Op::mul, term, form.coefficients[n], index->at);
    sum = sum ? dsl::make_operation(Op::add, p_int32, {sum, term}, index->at) : term;
  }
  return sum ? plus(sum, form.constant) : dsl::make_integer(form.constant, p_int32, index->at);
}

ExprPtr less(const ExprPtr& value, const ExprPtr& origin) {
  if (origin->op == Op::integer) return plus(value, -origin->integer);
  return dsl::make_operation(Op::sub, value->type, {value, origin}, value->at);
}

ExprPtr kept_inside(const ExprPtr& value, std::int64_t extent) {
  const ExprPtr first = dsl::make_integer(0, value->type, value->at),
                last = dsl::make_integer(extent - 1, value->type, value->at);
  const ExprPtr below = dsl::make_operation(Op::min, value->type, {value, last}, value->at);
  return dsl::make_operation(Op::max, value->type, {below, first}, value->at);
}

/// Its value and its affine form, less the origin. Where a condition does not hold, which is the last operand, the
/// index means no element, and stays inside of the buffer.
ExprPtr moved_computed(const ExprPtr& index, const ExprPtr& origin, std::int64_t extent) {
  // Values that are computed are so by C++'s rules, where a quotient rounds toward zero.
  if (dsl::divides(*origin)) return nullptr;
  dsl::ExprNode moved = *index;
  const bool guarded = dsl::is_kept_inside(moved);
  for (std::size_t n = 0; n < 2; ++n) {
    moved.operands[n] = less(moved.operands[n], origin);
    if (guarded) moved.operands[n] = kept_inside(moved.operands[n], extent);
  }
  if (guarded) {
    const ExprPtr& written = index->operands[2];
    moved.operands[2] =
        written->op == Op::computed ? moved_computed(written, origin, extent) : less(written, origin);
  }
  return dsl::make_node(std::move(moved));
}

/// The index less the origin; null: it cannot be written.
ExprPtr moved(const ExprPtr& index, const ExprPtr& origin, std::int64_t extent, const std::vector<dsl::Loop>& loops) {
  if (index->op == Op::computed) return moved_computed(index, origin, extent);
  if (ExprPtr difference = linear_difference(index, origin, loops)) return difference;
  return dsl::make_operation(Op::sub, p_int32, {index, origin}, index->at);
}

}  // namespace

bool replace_element(dsl::Compute& compute, int array, int buffer, const std::shared_ptr<const dsl::Array>& declared,
                     const std::vector<ExprPtr>& origin) {
  bool possible = true;
  const auto in_buffer = [&](std::vector<ExprPtr> indices) {
    if (declared->shape.empty()) return std::vector<ExprPtr>();  // one element, whichever it is
    for (std::size_t d = 0; d < indices.size(); ++d) {
      if (ExprPtr index = moved(indices[d], origin[d], declared->shape[d], compute.loops))
        indices[d] = std::move(index);
      else
        possible = false;
    }
    return indices;
  };
  const auto load_buffer = [&](dsl::ExprNode load) {
    load.index = buffer;
    load.array = declared;
    load.operands = in_buffer(load.operands);
    return dsl::make_node(std::move(load));
  };
  Substitution substitute(unchanged_loops(compute), replace_loads(array, load_buffer));
  compute.value = substitute(compute.value);
  substitute.change(compute.store);
  if (compute.store.array == array) {
    compute.store.array = buffer;
    compute.store.indices = in_buffer(compute.store.indices);
  }
  update_loads(compute);
  return possible;
}

}  // namespace pom::poly
