#include <algorithm>

#include "dsl/model/added_names.hpp"
#include "dsl/model/any_part.hpp"
#include "dsl/record/affine.hpp"
#include "dsl/record/elaborate.hpp"
#include "polyhedral/analysis/legality.hpp"
#include "polyhedral/analysis/reductions.hpp"
#include "polyhedral/ir/isl_extras.hpp"
#include "polyhedral/primitives/loop_edit.hpp"
#include "polyhedral/primitives/program_edit.hpp"
#include "polyhedral/primitives/projection.hpp"
#include "polyhedral/primitives/refusal.hpp"
#include "polyhedral/primitives/rewrite.hpp"
#include "support/findings.hpp"

namespace pom::poly {

namespace {

using dsl::ExprPtr;
using dsl::Op;

/// Applied twice to the same value it changes nothing: partial results begin with what was there before.
bool is_idempotent(Op op) { return op == Op::min || op == Op::max || op == Op::bit_and || op == Op::bit_or; }

/// Of partial results among each other: what was subtracted is added up.
Op combining(Op op) { return op == Op::sub ? Op::add : op; }

/// A directive, and the loop that it names.
struct Blamed {
  const Rfactor& directive;
  const Statement& statement;
  int level;
  Location at;

  Diagnostic refuse(const std::string& code, const std::string& reason) const {
    return make_error(code,
                      "cannot split the reduction of \"" + statement.name + "\" over loop " +
                          statement.loops[level].name + "\n" + reason,
                      at);
  }
};

/// What is summed up over which loop, and what becomes of it.
struct Plan {
  int statement = 0, level = 0;
  Op op = Op::add;
  std::vector<int> inner;  ///< levels inside the loop that the element depends on
  std::int64_t count = 0;  ///< partial results
  std::int64_t least = 0;  ///< value of the loop, where it stays one
  bool strips = true;      ///< it becomes two
  bool single = false;     ///< each partial result takes one value
};

/// Every iteration of the loops kept has all `count` values of the loop, and no other loop repeats them.
bool takes_one_value_each(const Scop& scop, const Plan& plan) {
  const isl::set& domain = scop.statements[plan.statement].domain;
  if (plan.level + 1 + plan.inner.size() != domain.tuple_dim()) return false;
  const isl::set plain = set_names(domain, "", {});
  std::vector<unsigned> others;
  for (unsigned d = 0; d < domain.tuple_dim(); ++d)
    if (static_cast<int>(d) != plan.level) others.push_back(d);
  const isl::set all = plain.apply(equal_in(plain.space(), others));
  const isl::set within =
      bound_above(bound_below(all, plan.level, plan.least), plan.level, plan.least + plan.count - 1);
  return within.is_subset(plain);
}

/// Whether a value of the operation's type that becomes one of the array's is what its own conversion makes of it: a
/// single value takes the way of a result.
bool converts_alike(Op op, const dsl::Compute& compute) {
  return (op != Op::min && op != Op::max) || last_operation(compute).type == compute.value->type;
}

Result<Plan> make_plan(const Rfactor& directive, const Scop& scop, const Location& at) {
  const int s = scop.program->find_compute(directive.compute);
  const Statement& statement = scop.statements[s];
  const dsl::Compute& compute = scop.program->computes[s];
  const Result<int> level = find_loop(statement, directive.loop, at);
  if (!level) return level.errors();
  const Blamed blamed{directive, statement, *level, at};
  if (!is_reduction(compute))
    return blamed.refuse("no-reduction",
                         keeps_order(compute)
                             ? "each of its steps rounds or saturates, so that another order gives another result"
                             : "it is no sum, product, minimum, maximum or bit operation that one element takes up");
  Plan plan{s, *level, last_operation(compute).op, {}, directive.count, 0, true, false};
  for (const ExprPtr& index : compute.store.indices) {
    if (index->op == Op::computed) return blamed.refuse("no-reduction", "which element takes it up is computed");
    if (dsl::mentions_loop(*index, *level))
      return blamed.refuse("no-reduction", "each of its iterations has an element of its own");
  }
  const Type& type = compute.value->type;
  const Type& inside = last_operation(compute).type;
  if ((type.is_float() || inside.is_float()) && !scop.program->allow_reassociation)
    return blamed.refuse("inexact-reduction",
                         "floats that are taken in another order give another result\n"
                         "allow_reassociation() permits it");
  for (int inner = *level + 1; inner < static_cast<int>(compute.loops.size()); ++inner) {
    const auto mentions = [&](const ExprPtr& index) { return dsl::mentions_loop(*index, inner); };
    if (std::any_of(compute.store.indices.begin(), compute.store.indices.end(), mentions)) plan.inner.push_back(inner);
  }
  const isl::set values = keep_only(statement.domain, *level);
  const auto least = minimum(values, 0), greatest = maximum(values, 0);
  if (!least || !greatest) throw InternalError("a loop without bounds");
  // A shorter loop has strips too: at a reduced size, a program keeps its computes.
  if (*greatest - *least + 1 != plan.count) return plan;
  plan.strips = false;
  plan.least = *least;
  plan.single = converts_alike(plan.op, compute) && takes_one_value_each(scop, plan);
  return plan;
}

/// The element is read and written at one time for all iterations of the loop: before it, or behind it.
enum class When { before, behind };

Status check_order(const Blamed& blamed, const Plan& plan, const Scop& scop, When when) {
  constexpr int apart = 3;  // room in front of a loop and behind it
  Scop moved = scop;
  const Statement& reduction = scop.statements[plan.statement];
  for (Statement& other : moved.statements)
    if (count_shared(other, reduction) >= plan.level || plan.level == 0) other.position[plan.level] *= apart;
  Statement& whole = moved.statements[plan.statement];
  whole.loop_map = keep_first(whole.loop_map, Side::range, plan.level);
  whole.loops.resize(plan.level);
  whole.position.resize(plan.level + 1);
  whole.position.back() += when == When::before ? -1 : 1;
  ViolationFinder finder(moved);
  for (const Dependence& conflict : conflicts_of_reduction(scop, plan.statement)) {
    const auto violation = finder.find(conflict);
    if (!violation) continue;
    if (violation->unproved)
      return blamed.refuse("analysis-too-hard",
                           "whether that is legal takes too much work to prove\nsimpler indices and bounds help: fewer "
                           "divisions and remainders");
    const bool from_reduction = conflict.source == plan.statement;
    return blamed.refuse("illegal-rfactor",
                         access_verbs(*violation, scop) +
                             (from_reduction ? " before all is combined (" : " after the first values are taken (") +
                             to_string(conflict.kind) + ")" +
                             (violation->sizes.empty() ? "" : ", with " + violation->sizes));
  }
  return std::nullopt;
}

/// Adds the array of partial results and the computes around the reduction.
class Splitter {
 public:
  Splitter(const Blamed& blamed, const Plan& plan, const Scop& scop)
      : blamed_(blamed),
        directive_(blamed.directive),
        plan_(plan),
        scop_(scop),
        at_(blamed.at),
        original_(scop.program->computes[plan.statement]),
        program_(*scop.program) {}

  Result<Rewriting> split() {
    add_array();
    make_room();
    if (plan_.strips) {
      std::vector<int> sharing;
      for (int s = 0; s < static_cast<int>(scop_.statements.size()); ++s)
        if (share_loop(scop_.statements[s], scop_.statements[plan_.statement], plan_.level)) sharing.push_back(s);
      strip_mine(program_, sharing, {plan_.level, plan_.count, "", ""});
    }
    accumulate();
    if (Status failed = plan_.single ? std::nullopt : add_init()) return *failed;
    if (Status failed = add_combine()) return *failed;
    return Rewriting{std::move(program_), partial_->type.is_float() ? original_.name : ""};
  }

 private:
  void add_array() {
    partial_ = std::make_shared<dsl::Array>();
    partial_->name = directive_.partial;
    partial_->type = program_.arrays[original_.store.array]->type;
    partial_->at = at_;
    partial_->owner = program_.arrays[original_.store.array]->owner;
    partial_->local = true;
    partial_->shape.push_back(plan_.count);
    for (const int level : plan_.inner) {
      const isl::set values = keep_only(scop_.statements[plan_.statement].domain, level);
      least_.push_back(minimum(values, 0).value());
      partial_->shape.push_back(maximum(values, 0).value() - least_.back() + 1);
    }
    array_ = static_cast<int>(program_.arrays.size());
    program_.arrays.push_back(partial_);
  }

  /// In the body around the loop, between what stands there: position 3p - 1 in front of p, 3p + 1 behind it.
  void make_room() {
    for (std::size_t s = 0; s < program_.computes.size(); ++s)
      if (plan_.level == 0 || share_loop(scop_.statements[s], scop_.statements[plan_.statement], plan_.level - 1))
        program_.computes[s].position[plan_.level] *= 3;
  }

  /// A partial result; `inner` are the levels, in a nest, of the loops of Plan::inner.
  ExprPtr element(const ExprPtr& lane, const std::vector<dsl::Loop>& loops, const std::vector<int>& inner) const {
    std::vector<ExprPtr> indices{lane};
    for (std::size_t n = 0; n < inner.size(); ++n) indices.push_back(plus(loop_node(loops, inner[n]), -least_[n]));
    return load_of(program_, array_, std::move(indices), at_);
  }

  void accumulate() {
    dsl::Compute& compute = program_.computes[plan_.statement];
    const ExprPtr lane = plan_.strips ? loop_node(compute.loops, plan_.level + 1)
                                      : plus(loop_node(compute.loops, plan_.level), -plan_.least);
    std::vector<int> inner = plan_.inner;
    for (int& level : inner) level += plan_.strips ? 1 : 0;
    const ExprPtr mine = element(lane, compute.loops, inner);
    const auto replace = [&](const ExprPtr& e, Substitution&) -> ExprPtr {
      if (plan_.single && e.get() == &last_operation(compute)) return taken_up(*e);
      return e->op == Op::load && e->index == original_.store.array ? mine : nullptr;
    };
    Substitution substitute(unchanged_loops(compute), replace);
    compute.value = substitute(compute.value);
    compute.store = {array_, mine->operands, compute.store.at};
    update_loads(compute);
  }

  /// The operand that is not the element.
  ExprPtr taken_up(const dsl::ExprNode& operation) const {
    const auto loads_element = [&](const ExprPtr& operand) {
      std::vector<dsl::Access> loads;
      dsl::collect_loads(*operand, loads);
      return std::any_of(loads.begin(), loads.end(),
                         [&](const dsl::Access& load) { return load.array == original_.store.array; });
    };
    return operation.operands[loads_element(operation.operands[0]) ? 1 : 0];
  }

  /// The element that takes up the result, in a nest of the loops `kept`.
  ExprPtr target(const std::vector<dsl::Loop>& loops, const std::vector<int>& kept) const {
    std::vector<ExprPtr> values(original_.loops.size());
    for (std::size_t n = 0; n < kept.size(); ++n) values[kept[n]] = loop_node(loops, static_cast<int>(n));
    dsl::Access access = original_.store;
    Substitution(std::move(values)).change(access);
    return load_of(program_, access.array, access.indices, at_);
  }

  /// The levels from `first` on that the loops of Plan::inner have in a nest without the others.
  std::vector<int> innermost(int first) const {
    std::vector<int> levels;
    for (int n = 0; n < static_cast<int>(plan_.inner.size()); ++n) levels.push_back(first + n);
    return levels;
  }

  std::vector<int> outer_and_inner() const {
    std::vector<int> kept;
    for (int level = 0; level < plan_.level; ++level) kept.push_back(level);
    kept.insert(kept.end(), plan_.inner.begin(), plan_.inner.end());
    return kept;
  }

  Status add_init() {
    const std::vector<int> kept = outer_and_inner();
    auto nest = project_nest(scop_, plan_.statement, kept);
    if (!nest) return no_nest();
    const ExprPtr before = target(nest->loops, kept);
    // The loop over the partial results stands where the reduction's did.
    const std::string lane = program_.computes[plan_.statement].loops[plan_.level + (plan_.strips ? 1 : 0)].name;
    nest->loops.insert(nest->loops.begin() + plan_.level,
                       {lane, dsl::make_integer(0, p_int32, at_), dsl::make_integer(plan_.count, p_int32, at_), at_});
    std::vector<ExprPtr> values;
    for (int n = 0; n + 1 < static_cast<int>(nest->loops.size()); ++n)
      values.push_back(loop_node(nest->loops, n < plan_.level ? n : n + 1));
    Substitution shift(std::move(values));
    for (std::size_t n = plan_.level + 1; n < nest->loops.size(); ++n) {
      nest->loops[n].lower = shift(nest->loops[n].lower);
      nest->loops[n].upper = shift(nest->loops[n].upper);
    }
    for (ExprPtr& guard : nest->guards) guard = shift(guard);
    const ExprPtr stored = element(loop_node(nest->loops, plan_.level), nest->loops, innermost(plan_.level + 1));
    const ExprPtr value = is_idempotent(plan_.op) ? shift(before) : neutral();
    return add_compute(dsl::init_name(directive_), *std::move(nest), stored, value, -1);
  }

  ExprPtr neutral() const {
    const Type& type = partial_->type;
    const int one = type.bits == 1 && type.is_signed() ? -1 : 1;  // the bit is the sign
    return converted(dsl::make_integer(plan_.op == Op::mul ? one : 0, p_int32, at_));
  }

  Status add_combine() {
    const std::vector<int> kept = outer_and_inner();
    auto nest = project_nest(scop_, plan_.statement, kept);
    if (!nest) return no_nest();
    const ExprPtr stored = target(nest->loops, kept);
    std::vector<ExprPtr> parts;
    for (std::int64_t lane = 0; lane < plan_.count; ++lane)
      parts.push_back(element(dsl::make_integer(lane, p_int32, at_), nest->loops, innermost(plan_.level)));
    const Op op = plan_.single ? plan_.op : combining(plan_.op);
    const ExprPtr all = add_up(std::move(parts));
    return add_compute(dsl::combine_name(directive_), *std::move(nest), stored, result_of(op, stored, all), 1);
  }

  ExprPtr result_of(Op op, const ExprPtr& left, const ExprPtr& right) const {
    return converted(dsl::make_operation(op, p_int32, {left, right}, at_));
  }

  /// To the array's type: C++'s own numbers from 32 bits on stay what they are, results of others become so.
  ExprPtr converted(const ExprPtr& value) const {
    const Type& type = partial_->type;
    if (!type.is_fixed() && (type.bits == 32 || type.bits == 64)) return value;
    dsl::ExprNode cast;
    cast.op = Op::cast;
    cast.at = at_;
    cast.type = type;
    cast.operands = {value};
    return dsl::make_node(std::move(cast));
  }

  /// A balanced tree. Each result is one of the array's type, as the partial results are.
  ExprPtr add_up(std::vector<ExprPtr> parts) const {
    while (parts.size() > 1) {
      std::vector<ExprPtr> sums;
      for (std::size_t n = 0; n + 1 < parts.size(); n += 2) {
        sums.push_back(result_of(combining(plan_.op), parts[n], parts[n + 1]));
      }
      if (parts.size() % 2 == 1) sums.push_back(parts.back());
      parts = std::move(sums);
    }
    return parts.front();
  }

  Diagnostic no_nest() const {
    return blamed_.refuse("analysis-too-hard",
                          "for which iterations of the other loops there is something to combine is no affine "
                          "condition");
  }

  /// `value` as recorded; `beside`: -1 in front of the reduction's loop, 1 behind it.
  Status add_compute(const std::string& name, ProjectedNest nest, const ExprPtr& stored, const ExprPtr& value,
                     int beside) {
    dsl::Compute compute;
    compute.name = name;
    compute.at = at_;
    compute.loops = std::move(nest.loops);
    compute.guards = std::move(nest.guards);
    compute.store = {stored->index, stored->operands, at_};
    const dsl::ComputeContext context{program_, compute.name, compute.loops, at_};
    const std::size_t known = program_.findings.size();
    compute.value = dsl::elaborate_value(value, stored->type, context);
    if (!compute.value) return program_.findings.at(known);
    const std::vector<int>& position = program_.computes[plan_.statement].position;
    compute.position.assign(compute.loops.size() + 1, 0);
    std::copy_n(position.begin(), plan_.level + 1, compute.position.begin());
    compute.position[plan_.level] += beside;
    update_loads(compute);
    program_.computes.push_back(std::move(compute));
    return std::nullopt;
  }

  const Blamed& blamed_;
  const Rfactor& directive_;
  const Plan& plan_;
  const Scop& scop_;
  Location at_;
  const dsl::Compute& original_;
  dsl::Function program_;
  std::shared_ptr<dsl::Array> partial_;
  int array_ = -1;
  std::vector<std::int64_t> least_;  ///< of the inner loops, in the order of Plan::inner
};

}  // namespace

Result<Rewriting> rewrite(const Rfactor& directive, const Scop& scop, const Location& at) {
  const Result<Plan> plan = make_plan(directive, scop, at);
  if (!plan) return plan.errors();
  const Blamed blamed{directive, scop.statements[plan->statement], plan->level, at};
  if (Status refused = check_order(blamed, *plan, scop, When::behind)) return *refused;
  // Partial results that begin with the element's value read it in front of the loop.
  const bool reads_before = !plan->single && is_idempotent(plan->op);
  if (Status refused = reads_before ? check_order(blamed, *plan, scop, When::before) : std::nullopt) return *refused;
  return Splitter(blamed, *plan, scop).split();
}

}  // namespace pom::poly
