#include "polyhedral/loops/check_numbers.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <type_traits>

#include "support/findings.hpp"

namespace pom::poly {

namespace {

/// Absolute values; `beyond` stands for all that are greater. Two sizes multiply within 128 bits.
using Size = __int128;
constexpr Size beyond = (Size{1} << 62) + 1;

Size cut(Size size) { return std::min(size, beyond); }
Size size_of(Size number) { return cut(number < 0 ? -number : number); }

class NumberCheck {
 public:
  explicit NumberCheck(const LoopTree& tree) : program_(*tree.program) {}

  void walk(const LoopNode& node) {
    bool fits = true;
    if (node.kind == LoopNode::Kind::loop) {
      Size& most = sizes_[node.id] = 0;
      for (const auto* bounds : {&node.lower, &node.upper})
        for (const AffineExpr& bound : *bounds) most = std::max(most, measure(bound));
      most = cut(most + size_of(node.step));
      fits = most < beyond;
    }
    for (const Constraint& constraint : node.when) fits = measure(constraint.expr) < beyond && fits;
    if (node.kind == LoopNode::Kind::instance) fits = measure_instance(node) < beyond;
    if (!fits) return refuse(node);
    for (const LoopNode& child : node.body) walk(child);
  }

  std::vector<Diagnostic> errors() const {
    std::vector<Diagnostic> all;
    for (int compute : refused_) all.push_back(counts_too_far(program_, compute));
    return all;
  }

 private:
  Size measure(const AffineExpr& e) const {
    using Kind = AffineExpr::Kind;
    switch (e.kind) {
      case Kind::constant:
        return size_of(e.value);
      case Kind::iterator:
        return sizes_.at(e.loop);
      case Kind::parameter:
        return measure_parameter(e.scalar);
      case Kind::add: {
        Size sum = 0;
        for (const AffineExpr& operand : e.operands) sum = cut(sum + measure(operand));
        return sum;
      }
      case Kind::mul:
        return cut(size_of(e.value) * measure(e.operands[0]));
      case Kind::floordiv:
      case Kind::mod: {
        const Size operand = measure(e.operands[0]);
        if (operand == beyond || e.kind == Kind::floordiv) return operand;
        return size_of(e.value);
      }
    }
    return beyond;
  }

  Size measure_parameter(int scalar) const {
    const dsl::ParameterRange& range = *program_.scalars[scalar]->range;
    return std::max(size_of(range.low), size_of(range.high));
  }

  /// Of the iteration, and of the indices that are made of it.
  Size measure_instance(const LoopNode& node) const {
    std::vector<Size> iteration;
    Size most = 0;
    for (const AffineExpr& iterator : node.iterators) {
      iteration.push_back(measure(iterator));
      most = std::max(most, iteration.back());
    }
    const dsl::Compute& compute = program_.computes[node.compute];
    const auto add = [&](const dsl::Access& access) {
      for (const dsl::ExprPtr& index : access.indices) {
        if (index->op != dsl::Op::computed) most = std::max(most, measure(*index, iteration));
      }
    };
    add(compute.store);
    for (const dsl::Access& load : compute.loads) add(load);
    return most;
  }

  Size measure(const dsl::ExprNode& index, const std::vector<Size>& iteration) const {
    if (index.op == dsl::Op::integer) return size_of(index.integer);
    if (index.op == dsl::Op::loop) return iteration.at(index.index);
    if (index.op == dsl::Op::scalar) return measure_parameter(index.index);
    const Size left = measure(*index.operands.front(), iteration), right = measure(*index.operands.back(), iteration);
    if (index.op == dsl::Op::mul) return cut(left * right);
    if (index.op == dsl::Op::mod) return left == beyond ? beyond : right;
    return index.op == dsl::Op::add || index.op == dsl::Op::sub ? cut(left + right) : left;
  }

  void refuse(const LoopNode& node) {
    if (node.kind == LoopNode::Kind::instance) refused_.insert(node.compute);
    for (const LoopNode& child : node.body) refuse(child);
  }

  const dsl::Function& program_;
  std::map<int, Size> sizes_;  ///< by loop
  std::set<int> refused_;
};

/// The last directive on the compute's loops.
const Directive* last_directive(const dsl::Function& program, const std::string& compute) {
  const Directive* last = nullptr;
  for (const Directive& directive : program.schedule) {
    std::visit(
        [&](const auto& primitive) {
          using P = std::decay_t<decltype(primitive)>;
          constexpr bool counts = std::is_same_v<P, Split> || std::is_same_v<P, Tile> || std::is_same_v<P, Skew> ||
                                  std::is_same_v<P, Shift> || std::is_same_v<P, Interchange> ||
                                  std::is_same_v<P, Reorder> || std::is_same_v<P, Reverse>;
          if constexpr (counts) {
            if (primitive.compute == compute) last = &directive;
          }
        },
        directive.primitive);
  }
  return last;
}

}  // namespace

Diagnostic counts_too_far(const dsl::Function& program, int compute) {
  const dsl::Compute& counted = program.computes[compute];
  const Directive* directive = last_directive(program, counted.name);
  const std::string where = directive ? "after this directive, the loops of \"" : "the loops of \"";
  return make_error(
      "design-too-large",
      where + counted.name +
          "\" count beyond 2^62, which generated code does not hold\nsmaller factors and coefficients help",
      directive ? directive->at : counted.at);
}

std::vector<Diagnostic> check_numbers(const LoopTree& tree) {
  NumberCheck check(tree);
  for (const LoopNode& root : tree.roots) check.walk(root);
  return check.errors();
}

}  // namespace pom::poly
