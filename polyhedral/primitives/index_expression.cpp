#include "polyhedral/primitives/index_expression.hpp"

#include <map>
#include <string>

#include "polyhedral/primitives/program_edit.hpp"

namespace pom::poly {

namespace {

using dsl::ExprPtr;
using dsl::Op;

/// What isl's names stand for: loops, and parameters of the program.
using Names = std::map<std::string, ExprPtr>;

/// isl has written what no condition of the DSL says: a choice between two values.
struct NoCondition {};

ExprPtr convert(const isl::ast_expr&, const Names&);

ExprPtr fold(Op op, const isl::ast_expr_op& e, const Names& names) {
  ExprPtr all = convert(e.arg(0), names);
  for (unsigned n = 1; n < e.n_arg(); ++n) {
    ExprPtr next = convert(e.arg(n), names);
    if (op == Op::mul && all->op == Op::integer) std::swap(all, next);  // the factor stands behind
    all = dsl::make_operation(op, p_int32, {all, next}, {});
  }
  return all;
}

/// Of two kinds of operations, those that have an equal in indices and guards, whose / and % round down.
template <class Kind>
bool is(const isl::ast_expr_op& e) {
  return e.isa<Kind>();
}

Op operator_of(const isl::ast_expr_op& e) {
  struct Known {
    bool (*matches)(const isl::ast_expr_op&);
    Op op;
  };
  static const Known all[] = {{is<isl::ast_expr_op_add>, Op::add},
                              {is<isl::ast_expr_op_sub>, Op::sub},
                              {is<isl::ast_expr_op_mul>, Op::mul},
                              {is<isl::ast_expr_op_div>, Op::div},
                              {is<isl::ast_expr_op_fdiv_q>, Op::div},
                              {is<isl::ast_expr_op_pdiv_q>, Op::div},
                              {is<isl::ast_expr_op_pdiv_r>, Op::mod},
                              {is<isl::ast_expr_op_zdiv_r>, Op::mod},
                              {is<isl::ast_expr_op_min>, Op::min},
                              {is<isl::ast_expr_op_max>, Op::max},
                              {is<isl::ast_expr_op_ge>, Op::ge},
                              {is<isl::ast_expr_op_gt>, Op::gt},
                              {is<isl::ast_expr_op_le>, Op::le},
                              {is<isl::ast_expr_op_lt>, Op::lt},
                              {is<isl::ast_expr_op_eq>, Op::eq},
                              {is<isl::ast_expr_op_and>, Op::logical_and},
                              {is<isl::ast_expr_op_or>, Op::logical_or},
                              {is<isl::ast_expr_op_and_then>, Op::logical_and},
                              {is<isl::ast_expr_op_or_else>, Op::logical_or}};
  for (const Known& known : all)
    if (known.matches(e)) return known.op;
  throw NoCondition();
}

ExprPtr convert(const isl::ast_expr& e, const Names& names) {
  if (e.isa<isl::ast_expr_int>()) return dsl::make_integer(to_integer(e.as<isl::ast_expr_int>().val()), p_int32, {});
  if (e.isa<isl::ast_expr_id>()) return names.at(e.as<isl::ast_expr_id>().id().name());
  const isl::ast_expr_op op = e.as<isl::ast_expr_op>();
  if (op.isa<isl::ast_expr_op_minus>())
    return dsl::make_operation(Op::sub, p_int32, {dsl::make_integer(0, p_int32, {}), convert(op.arg(0), names)}, {});
  return fold(operator_of(op), op, names);
}

std::string iterator_name(std::size_t level) { return iterator_prefix + std::to_string(level); }

/// A name for each dimension of the set.
isl::multi_id iterators_of(const isl::set& set) {
  isl::id_list names(set.ctx(), static_cast<int>(set.tuple_dim()));
  for (unsigned n = 0; n < set.tuple_dim(); ++n) names = names.add(isl::id(set.ctx(), iterator_name(n)));
  return set.space().multi_id(names);
}

/// { : … }: what holds of the dimensions, which are parameters then.
isl::set as_parameters(const isl::set& set) { return set.bind(iterators_of(set)); }

Names names_of(const dsl::Function& program, const std::vector<dsl::Loop>& loops) {
  Names names;
  for (std::size_t n = 0; n < loops.size(); ++n) names[iterator_name(n)] = loop_node(loops, static_cast<int>(n));
  for (const int scalar : program.parameters()) {
    dsl::ExprNode node;
    node.op = Op::scalar;
    node.index = scalar;
    node.scalar = program.scalars[scalar];
    names[program.scalars[scalar]->name] = dsl::make_node(std::move(node));
  }
  return names;
}

std::optional<ExprPtr> converted(const isl::ast_expr& e, const dsl::Function& program,
                                 const std::vector<dsl::Loop>& loops) {
  try {
    return convert(e, names_of(program, loops));
  } catch (const NoCondition&) {
    return std::nullopt;
  }
}

}  // namespace

std::optional<ExprPtr> condition_of(const isl::set& iterations, const dsl::Function& program,
                                    const std::vector<dsl::Loop>& loops) {
  const isl::set names = as_parameters(iterations);
  return converted(isl::ast_build(names.ctx()).expr_from(names), program, loops);
}

std::optional<ExprPtr> index_of(const isl::pw_aff& value, const isl::set& domain, const dsl::Function& program,
                                const std::vector<dsl::Loop>& loops) {
  const isl::ast_build inside = isl::ast_build::from_context(as_parameters(domain));
  return converted(inside.expr_from(value.gist(domain).bind_domain(iterators_of(domain))), program, loops);
}

}  // namespace pom::poly
