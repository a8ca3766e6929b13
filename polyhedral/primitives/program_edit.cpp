#include "polyhedral/primitives/program_edit.hpp"

#include <algorithm>
#include <optional>

#include "dsl/model/any_part.hpp"
#include "dsl/model/value_range.hpp"
#include "dsl/record/elaborate.hpp"
#include "support/words.hpp"

namespace pom::poly {

namespace {

using dsl::ExprPtr;
using dsl::Op;

ExprPtr integer(std::int64_t value) { return dsl::make_integer(value, p_int32, {}); }

ExprPtr operation(Op op, ExprPtr left, ExprPtr right) {
  return dsl::make_operation(op, p_int32, {std::move(left), std::move(right)}, {});
}

std::optional<std::int64_t> constant(const ExprPtr& e) {
  if (e->op == Op::integer) return e->integer;
  return std::nullopt;
}

std::int64_t floor_div(std::int64_t a, std::int64_t b) { return a / b - (a % b < 0 ? 1 : 0); }

/// floor(e / divisor)
ExprPtr floor_div(const ExprPtr& e, std::int64_t divisor) {
  if (const auto value = constant(e)) return integer(floor_div(*value, divisor));
  return operation(Op::div, e, integer(divisor));
}

/// The strips begin at the constant that the loop starts from, at multiples of their length where there is none.
std::int64_t strip_origin(const dsl::Function& program, const std::vector<int>& computes, int level) {
  std::optional<std::int64_t> least;
  for (const int c : computes) {
    const auto lower = constant(program.computes[c].loops[level].lower);
    if (!lower) return 0;
    least = std::min(least.value_or(*lower), *lower);
  }
  return least.value_or(0);
}

std::string free_loop_name(const dsl::Compute& compute, const std::string& wanted) {
  std::string name = wanted;
  const auto is_taken = [&](const dsl::Loop& loop) { return loop.name == name; };
  for (int n = 2; std::any_of(compute.loops.begin(), compute.loops.end(), is_taken); ++n)
    name = join_names({wanted, std::to_string(n)});
  return name;
}

/// One compute of a loop that is cut.
class StripMiner {
 public:
  StripMiner(dsl::Compute& compute, const Strips& strips, std::int64_t origin)
      : compute_(compute), strips_(strips), origin_(origin), old_(compute.loops[strips.level]) {}

  void cut() {
    replace_loops();
    std::vector<ExprPtr> values;
    for (int n = 0; n < static_cast<int>(compute_.loops.size()) - 1; ++n)
      values.push_back(n == strips_.level ? whole_ : loop_node(compute_.loops, n < strips_.level ? n : n + 1));
    Substitution substitute(std::move(values));
    for (std::size_t n = strips_.level + 2; n < compute_.loops.size(); ++n) {
      compute_.loops[n].lower = substitute(compute_.loops[n].lower);
      compute_.loops[n].upper = substitute(compute_.loops[n].upper);
    }
    for (ExprPtr& guard : compute_.guards) guard = substitute(guard);
    compute_.value = substitute(compute_.value);
    substitute.change(compute_.store);
    add_guards();
    compute_.position.insert(compute_.position.begin() + strips_.level + 1, 0);
    update_loads(compute_);
  }

 private:
  void replace_loops() {
    const std::string outer =
        free_loop_name(compute_, strips_.outer.empty() ? join_names({old_.name, "0"}) : strips_.outer);
    const std::string inner =
        free_loop_name(compute_, strips_.inner.empty() ? join_names({old_.name, "1"}) : strips_.inner);
    const dsl::Loop strip{outer, floor_div(plus(old_.lower, -origin_), strips_.length),
                          plus(floor_div(plus(old_.upper, -origin_ - 1), strips_.length), 1), old_.at};
    compute_.loops[strips_.level] = strip;
    compute_.loops.insert(compute_.loops.begin() + strips_.level + 1,
                          {inner, integer(0), integer(strips_.length), old_.at});
    whole_ =
        plus(operation(Op::add, operation(Op::mul, loop_node(compute_.loops, strips_.level), integer(strips_.length)),
                       loop_node(compute_.loops, strips_.level + 1)),
             origin_);
  }

  /// Strips at the ends may be partial.
  void add_guards() {
    const auto is_aligned = [&](const ExprPtr& bound) {
      const auto value = constant(bound);
      return value && (*value - origin_) % strips_.length == 0;
    };
    if (!is_aligned(old_.lower)) compute_.guards.push_back(operation(Op::ge, whole_, old_.lower));
    if (!is_aligned(old_.upper)) compute_.guards.push_back(operation(Op::lt, whole_, old_.upper));
  }

  dsl::Compute& compute_;
  const Strips& strips_;
  std::int64_t origin_;
  dsl::Loop old_;
  ExprPtr whole_;  ///< the value of the loop that was cut
};

}  // namespace

ExprPtr loop_node(const std::vector<dsl::Loop>& loops, int level) {
  dsl::ExprNode node;
  node.op = Op::loop;
  node.name = loops[level].name;
  node.index = level;
  return dsl::make_node(std::move(node));
}

ExprPtr plus(const ExprPtr& node, std::int64_t offset) {
  if (const auto value = constant(node)) return integer(*value + offset);
  return offset == 0 ? node : operation(Op::add, node, integer(offset));
}

ExprPtr load_of(const dsl::Function& program, int array, std::vector<ExprPtr> indices, const Location& at) {
  dsl::ExprNode load;
  load.op = Op::load;
  load.at = at;
  load.index = array;
  load.array = program.arrays[array];
  load.type = load.array->type;
  load.operands = std::move(indices);
  return dsl::make_node(std::move(load));
}

ExprPtr Substitution::operator()(const ExprPtr& e) {
  ExprPtr& result = done_[e.get()];
  if (result) return result;
  if (e->op == Op::loop) return result = loops_.at(static_cast<std::size_t>(e->index));
  if (replace_) {
    if (ExprPtr replaced = replace_(e, *this)) return result = std::move(replaced);
  }
  dsl::ExprNode changed = *e;
  for (ExprPtr& operand : changed.operands) operand = (*this)(operand);
  return done_[e.get()] = dsl::make_node(std::move(changed));
}

void Substitution::change(dsl::Access& access) {
  for (ExprPtr& index : access.indices) index = (*this)(index);
}

Substitution::Replace replace_loads(int array, std::function<ExprPtr(dsl::ExprNode load)> change) {
  return [array, change = std::move(change)](const ExprPtr& e, Substitution& substitute) -> ExprPtr {
    if (e->op != Op::load || e->index != array) return nullptr;
    dsl::ExprNode load = *e;
    for (ExprPtr& index : load.operands) index = substitute(index);
    return change(std::move(load));
  };
}

std::vector<ExprPtr> unchanged_loops(const dsl::Compute& compute) {
  std::vector<ExprPtr> loops;
  for (std::size_t n = 0; n < compute.loops.size(); ++n) loops.push_back(loop_node(compute.loops, static_cast<int>(n)));
  return loops;
}

int add_local_copy(dsl::Function& program, int array, const std::string& name, const Location& at) {
  auto copy = std::make_shared<dsl::Array>(*program.arrays[array]);
  copy->name = name;
  copy->at = at;
  copy->local = true;
  copy->lanes = copy->ports = 1;  // words are those of a port
  program.arrays.push_back(std::move(copy));
  return static_cast<int>(program.arrays.size()) - 1;
}

void read_other(dsl::Compute& compute, const dsl::Function& program, int from, int to) {
  const auto load_other = [&](dsl::ExprNode load) {
    load.index = to;
    load.array = program.arrays[to];
    return dsl::make_node(std::move(load));
  };
  Substitution substitute(unchanged_loops(compute), replace_loads(from, load_other));
  compute.value = substitute(compute.value);
  substitute.change(compute.store);
  update_loads(compute);
}

void update_loads(dsl::Compute& compute) {
  dsl::RangeAnalysis ranges(compute.loops);
  compute.value = dsl::mark_exact(compute.value, ranges);
  compute.loads.clear();
  dsl::collect_loads(*compute.value, compute.loads);
  for (const ExprPtr& index : compute.store.indices) dsl::collect_loads(*index, compute.loads);
}

void strip_mine(dsl::Function& program, const std::vector<int>& computes, const Strips& strips) {
  const std::int64_t origin = strip_origin(program, computes, strips.level);
  for (const int c : computes) StripMiner(program.computes[c], strips, origin).cut();
}

}  // namespace pom::poly
