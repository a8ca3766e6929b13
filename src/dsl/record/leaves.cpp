#include "dsl/record/leaves.hpp"

#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "dsl/model/negation.hpp"
#include "dsl/record/record_compute.hpp"
#include "support/findings.hpp"

namespace pom::dsl {
namespace {

/// Settles everything below the arithmetic: accesses, loops, constants. Goes through each shared part once.
class LeafResolver {
 public:
  LeafResolver(Type destination, const ComputeContext& context, Leaves& leaves)
      : destination_(destination), context_(context), leaves_(leaves) {}

  bool resolve(const ExprNode& node) {
    find_conditions(node, nullptr);
    return resolve_parts(node);
  }

 private:
  /// Notes for each load the condition under which a select uses it; a load that is also used elsewhere has none.
  void find_conditions(const ExprNode& node, const ExprPtr& condition) {
    const auto [known, fresh] = conditions_.emplace(&node, condition);
    if (!fresh) {
      if (known->second == condition || !known->second) return;
      known->second = nullptr;
    }
    const ExprPtr& outside = known->second;
    if (node.op == Op::load) return;
    for (std::size_t n = 0; n < node.operands.size(); ++n) {
      const bool arm = node.op == Op::select && n > 0;
      find_conditions(*node.operands[n], arm ? both(outside, known_of(node.operands[0], n == 1)) : outside);
    }
  }

  /// Null: nothing is known.
  static ExprPtr both(const ExprPtr& outside, const ExprPtr& own) {
    if (!own) return outside;
    return outside ? make_operation(Op::logical_and, p_int32, {outside, own}, own->at) : own;
  }

  /// What loops tell of a condition that holds, or does not: data may have a part in it, i > 0 && B(i) > 3. Null:
  /// nothing. Asks for each shared part once.
  ExprPtr known_of(const ExprPtr& recorded, bool holds) {
    const auto [known, fresh] = known_[holds].try_emplace(recorded.get());
    if (!fresh) return known->second;
    return known_[holds][recorded.get()] = find_known(recorded, holds);
  }

  ExprPtr find_known(const ExprPtr& recorded, bool holds) {
    if (!has_moderate_size(*recorded)) return nullptr;
    if (const ExprPtr condition = try_condition(recorded, context_)) return holds ? condition : negated(*condition);
    if (recorded->op != (holds ? Op::logical_and : Op::logical_or)) return nullptr;
    return both(known_of(recorded->operands[0], holds), known_of(recorded->operands[1], holds));
  }

  bool resolve_parts(const ExprNode& node) {
    if (!seen_.insert(&node).second) return true;
    switch (node.op) {
      case Op::load:
        return keep(node, elaborate_access(node, context_, conditions_.at(&node)));
      case Op::loop:
        return keep(node, resolve_loop_value(node));
      case Op::scalar:
        return node.scalar->value || keep(node, resolve_argument(node));
      default:
        break;
    }
    bool good = true;
    for (const ExprPtr& operand : node.operands) good = resolve_parts(*operand) && good;
    return good;
  }

  bool keep(const ExprNode& recorded, ExprPtr elaborated) {
    bool good = elaborated != nullptr;
    leaves_[&recorded] = std::move(elaborated);
    return good;
  }

  ExprPtr resolve_loop_value(const ExprNode& node) {
    ExprNode loop = node;
    loop.index = resolve_loop(node.name, "the value of \"" + context_.compute + "\"", context_);
    return loop.index < 0 ? nullptr : make_node(std::move(loop));
  }

  ExprPtr resolve_argument(const ExprNode& node) {
    if (!owns_scalar(context_.function, node)) {
      const std::string used = (node.scalar->is_parameter() ? "parameter \"" : "constant \"") + node.name + "\"";
      Diagnostic error = make_error("foreign-constant",
                                    "compute \"" + context_.compute + "\" of function \"" + context_.function.name +
                                        "\" uses " + used + ", which belongs to another function",
                                    context_.at);
      error.notes.push_back({used + " is declared", node.scalar->at});
      add_finding(context_.function, std::move(error));
      return nullptr;
    }
    Scalar& scalar = *context_.function.scalars[node.index];
    if (!scalar.typed) scalar.type = destination_;
    scalar.typed = true;
    ExprNode argument = node;
    argument.type = scalar.type;
    return make_node(std::move(argument));
  }

  Type destination_;
  const ComputeContext& context_;
  Leaves& leaves_;
  std::unordered_set<const ExprNode*> seen_;
  std::unordered_map<const ExprNode*, ExprPtr> conditions_;  ///< by node: where it is of use; null: anywhere
  std::unordered_map<const ExprNode*, ExprPtr> known_[2];    ///< by whether a recorded condition holds
};

}  // namespace

bool resolve_leaves(const ExprNode& recorded, Type destination, const ComputeContext& context, Leaves& leaves) {
  return LeafResolver(destination, context, leaves).resolve(recorded);
}

}  // namespace pom::dsl
