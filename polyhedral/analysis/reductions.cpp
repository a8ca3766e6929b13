#include "polyhedral/analysis/reductions.hpp"

#include <algorithm>

#include "dsl/model/bit_operations.hpp"
#include "dsl/model/value_range.hpp"
#include "dsl/record/elaborate.hpp"
#include "polyhedral/analysis/legality.hpp"
#include "polyhedral/analysis/nearest_write.hpp"
#include "polyhedral/ir/isl_extras.hpp"

namespace pom::poly {

namespace {

bool equal_trees(const dsl::ExprNode& a, const dsl::ExprNode& b) {
  return a.op == b.op && a.integer == b.integer && a.index == b.index &&
         std::equal(a.operands.begin(), a.operands.end(), b.operands.begin(), b.operands.end(),
                    [](const dsl::ExprPtr& x, const dsl::ExprPtr& y) { return equal_trees(*x, *y); });
}

const dsl::ExprNode& without_conversions(const dsl::ExprNode& e) {
  return e.op == dsl::Op::cast && e.implicit ? without_conversions(*e.operands[0]) : e;
}

bool loads_target(const dsl::ExprNode& e, const dsl::Access& target) {
  const dsl::ExprNode& load = without_conversions(e);
  return load.op == dsl::Op::load && load.index == target.array &&
         std::equal(load.operands.begin(), load.operands.end(), target.indices.begin(), target.indices.end(),
                    [](const dsl::ExprPtr& x, const dsl::ExprPtr& y) { return equal_trees(*x, *y); });
}

bool reads_array(const dsl::ExprNode& e, int array) {
  std::vector<dsl::Access> loads;
  dsl::collect_loads(e, loads);
  return std::any_of(loads.begin(), loads.end(), [&](const dsl::Access& load) { return load.array == array; });
}

/// Whether a conversion to the type commutes with adding a number of the type: then a sum that is converted after each
/// step depends on no order. Saturation depends on partial sums, as do roundings by the sign or the last bit.
bool converts_sums(const Type& type) {
  const bool shifts = type.quantization == Quantization::truncate || type.quantization == Quantization::round ||
                      type.quantization == Quantization::round_minus_infinity;
  return shifts && type.overflow == Overflow::wrap;
}

/// Whether a conversion to the type keeps the order of numbers: then it may follow each minimum or the last one.
bool converts_extremes(const Type& type) {
  return type.overflow == Overflow::saturate || type.overflow == Overflow::saturate_symmetric;
}

bool commutes(dsl::Op op) {
  return op == dsl::Op::add || op == dsl::Op::mul || op == dsl::Op::min || op == dsl::Op::max || dsl::is_bitwise(op);
}

/// Whether the partial results of `op`, of type `from` and each converted to `to`, end in the same number in any order;
/// of a float, up to rounding.
bool any_order(dsl::Op op, const Type& from, const Type& to) {
  if (!to.is_fixed()) return true;
  if (op == dsl::Op::add || op == dsl::Op::sub) return converts_sums(to);
  if (op == dsl::Op::min || op == dsl::Op::max) return from == to || converts_extremes(to);
  return op != dsl::Op::mul && from == to;  // products lose bits, of which the next one makes more
}

/// isl's steps for whether two accesses meet at all.
constexpr unsigned long emptiness_steps = 20'000;

/// All ordered conflicts of reduction `self` with another statement, in both directions.
void add_conflicts(std::vector<Dependence>& result, const Scop& scop, int self, int other) {
  const Statement &reduction = scop.statements[self], &statement = scop.statements[other];
  const int array = reduction.write.array;
  const auto add = [&](DependenceKind kind, int source, int sink, const isl::map& from, const isl::map& to) {
    const isl::map relation = ordered_conflicts(scop.statements[source], from, scop.statements[sink], to);
    bool empty = false;  // where that is hard to tell, a dependence that orders nothing does no harm
    try_within(relation.ctx(), emptiness_steps, [&] { empty = relation.is_empty(); });
    if (!empty) result.push_back({kind, source, sink, array, relation});
  };
  const isl::map& own = reduction.write.relation;  // it reads the element that it writes
  for (const AccessRelation& read : statement.reads) {
    if (read.array != array) continue;
    add(DependenceKind::flow, self, other, own, read.relation);
    add(DependenceKind::anti, other, self, read.relation, own);
  }
  if (statement.write.array != array) return;
  add(DependenceKind::output, self, other, own, statement.write.relation);
  add(DependenceKind::output, other, self, statement.write.relation, own);
}

}  // namespace

/// What the user converts to the type of the array, or to a wider one, is converted as C++ does by itself.
const dsl::ExprNode& last_operation(const dsl::Compute& compute) {
  const dsl::ExprNode* value = compute.value.get();
  while (value->op == dsl::Op::cast) {
    const Type &from = value->operands[0]->type, &to = value->type;
    const bool keeps_bits = dsl::is_integer(from) && dsl::is_integer(to) && to.bits >= compute.value->type.bits;
    const bool stores = value == compute.value.get() && from.is_fixed() && to.is_fixed();
    if (!value->implicit && !keeps_bits && !stores) break;
    value = value->operands[0].get();
  }
  return *value;
}

bool keeps_order(const dsl::Compute& compute) {
  const dsl::ExprNode& value = last_operation(compute);
  return (commutes(value.op) || value.op == dsl::Op::sub) && !any_order(value.op, value.type, compute.value->type);
}

bool is_reduction(const dsl::Compute& compute) {
  const dsl::ExprNode& value = last_operation(compute);
  if (!commutes(value.op) && value.op != dsl::Op::sub) return false;
  const Type& stored = compute.value->type;
  if (!any_order(value.op, value.type, stored)) return false;
  // The bits that a number loses may be those that made it the greatest.
  const bool is_extreme = value.op == dsl::Op::min || value.op == dsl::Op::max;
  if (is_extreme && dsl::is_integer(stored) && value.type != stored &&
      !dsl::range_of(stored).contains(dsl::RangeAnalysis(compute.loops).find(value)))
    return false;
  const bool left = loads_target(*value.operands[0], compute.store),
             right = commutes(value.op) && loads_target(*value.operands[1], compute.store);
  const auto own_loads = std::count_if(compute.loads.begin(), compute.loads.end(),
                                       [&](const dsl::Access& load) { return load.array == compute.store.array; });
  // One node may stand on both sides, and the compute's loads have it once.
  return left != right && own_loads == 1 && !reads_array(*value.operands[left ? 1 : 0], compute.store.array);
}

std::vector<Dependence> conflicts_of_reduction(const Scop& scop, int statement) {
  std::vector<Dependence> conflicts;
  for (int other = 0; other < static_cast<int>(scop.statements.size()); ++other)
    if (other != statement) add_conflicts(conflicts, scop, statement, other);
  return conflicts;
}

bool orders_reduction(const Dependence& dependence, const Scop& scop) {
  const dsl::Compute& compute = scop.program->computes[dependence.source];
  return dependence.source == dependence.sink && compute.store.array == dependence.array && is_reduction(compute);
}

std::vector<Dependence> relax_reductions(const Scop& as_written, const std::vector<Dependence>& direct) {
  std::vector<Dependence> result;
  for (const Dependence& dependence : direct) {
    if (!orders_reduction(dependence, as_written)) result.push_back(dependence);
  }
  const std::vector<dsl::Compute>& computes = as_written.program->computes;
  for (int self = 0; self < static_cast<int>(computes.size()); ++self) {
    if (!is_reduction(computes[self])) continue;
    const std::vector<Dependence> conflicts = conflicts_of_reduction(as_written, self);
    result.insert(result.end(), conflicts.begin(), conflicts.end());
  }
  return result;
}

std::vector<std::string> reassociated_statements(const Scop& scheduled, const Dependences& dependences) {
  std::vector<std::string> names;
  if (!scheduled.program->allow_reassociation) return names;
  ViolationFinder finder(scheduled);
  for (const Dependence& dependence : dependences.direct) {
    const std::string& name = scheduled.statements[dependence.source].name;
    const bool known = std::find(names.begin(), names.end(), name) != names.end();
    if (!known && orders_reduction(dependence, scheduled) && finder.find(dependence)) names.push_back(name);
  }
  return names;
}

}  // namespace pom::poly
