#include "polyhedral/primitives/projection.hpp"

#include <algorithm>
#include <map>
#include <string>

#include "polyhedral/ir/isl_extras.hpp"
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

/// { : … }: what holds of the dimensions, which are parameters then.
isl::set as_parameters(const isl::set& set) {
  isl::id_list names(set.ctx(), static_cast<int>(set.tuple_dim()));
  for (unsigned n = 0; n < set.tuple_dim(); ++n) names = names.add(isl::id(set.ctx(), iterator_name(n)));
  return set.bind(set.space().multi_id(names));
}

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

bool has_constant_bounds(const dsl::Loop& loop) {
  return loop.lower->op == Op::integer && loop.upper->op == Op::integer;
}

bool mentions_other(const dsl::Loop& loop, const std::vector<int>& kept, int levels) {
  for (int level = 0; level < levels; ++level) {
    if (std::binary_search(kept.begin(), kept.end(), level)) continue;
    if (mentions_loop(*loop.lower, level) || mentions_loop(*loop.upper, level)) return true;
  }
  return false;
}

/// The kept loops; from its least to its greatest value where a loop that is gone bounds one. Nothing: it has no end.
std::optional<std::vector<dsl::Loop>> keep_loops(const dsl::Compute& compute, const isl::set& domain,
                                                 const std::vector<int>& kept) {
  std::vector<ExprPtr> values(compute.loops.size());
  std::vector<dsl::Loop> loops;
  for (const int level : kept) {
    dsl::Loop loop = compute.loops[level];
    if (mentions_other(loop, kept, level)) {
      const auto least = minimum(keep_only(domain, level), 0), greatest = maximum(keep_only(domain, level), 0);
      if (!least || !greatest) return std::nullopt;
      loop.lower = dsl::make_integer(*least, p_int32, loop.at);
      loop.upper = dsl::make_integer(*greatest + 1, p_int32, loop.at);
    } else {
      Substitution renumber(values);
      loop.lower = renumber(loop.lower);
      loop.upper = renumber(loop.upper);
    }
    loops.push_back(std::move(loop));
    values[level] = loop_node(loops, static_cast<int>(loops.size()) - 1);
  }
  return loops;
}

/// The kept loops run over all that is left of the statement's iterations without the others.
bool is_whole(const dsl::Compute& compute, const std::vector<int>& kept) {
  if (!compute.guards.empty()) return false;
  for (int level = 0; level < static_cast<int>(compute.loops.size()); ++level) {
    const bool stays = std::binary_search(kept.begin(), kept.end(), level);
    if (stays ? mentions_other(compute.loops[level], kept, level) : !has_constant_bounds(compute.loops[level]))
      return false;
  }
  return true;
}

}  // namespace

std::optional<ProjectedNest> project_nest(const Scop& as_written, int statement, const std::vector<int>& kept) {
  const dsl::Compute& compute = as_written.program->computes[statement];
  const isl::set& domain = as_written.statements[statement].domain;
  auto loops = keep_loops(compute, domain, kept);
  if (!loops) return std::nullopt;
  if (is_whole(compute, kept)) return ProjectedNest{*std::move(loops), {}};
  const isl::set rest = as_parameters(keep_dimensions(domain, {kept.begin(), kept.end()}));
  if (rest.is_equal(isl::set::universe(rest.space()))) return ProjectedNest{*std::move(loops), {}};
  const isl::ast_expr condition = isl::ast_build(domain.ctx()).expr_from(rest);
  try {
    ExprPtr guard = convert(condition, names_of(*as_written.program, *loops));
    if (guard->op == Op::integer) return ProjectedNest{*std::move(loops), {}};  // it always holds
    return ProjectedNest{*std::move(loops), {std::move(guard)}};
  } catch (const NoCondition&) {
    return std::nullopt;
  }
}

}  // namespace pom::poly
