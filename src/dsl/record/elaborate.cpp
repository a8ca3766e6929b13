#include "dsl/record/elaborate.hpp"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "dsl/model/conversion.hpp"
#include "dsl/model/value_flow.hpp"
#include "dsl/model/value_range.hpp"
#include "dsl/print/print_expression.hpp"
#include "dsl/record/leaves.hpp"
#include "dsl/record/narrowing.hpp"
#include "dsl/record/record_compute.hpp"
#include "dsl/record/typed_value.hpp"
#include "support/findings.hpp"

namespace pom::dsl {
namespace {

/// Different nodes of one value, and nesting. Beyond, later stages would need unreasonable time or stack: a sum of 5000
/// products takes six seconds to verify, most of them LLVM's, one of 20 000 takes 86.
constexpr std::int64_t max_nodes = 10'000;
constexpr int max_depth = 2'000;

/// Counts a value's nodes; a part that is used several times counts once. Gives up above the limits.
class SizeMeter {
 public:
  bool is_too_large(const ExprNode& value) { return depth_of(value, 0) > max_depth; }

 private:
  /// Levels below and at the node, or more than max_depth.
  int depth_of(const ExprNode& node, int above) {
    if (above > max_depth || static_cast<std::int64_t>(depths_.size()) > max_nodes) return max_depth + 1;
    if (const auto known = depths_.find(&node); known != depths_.end()) return known->second;
    int deepest = 0;
    for (const ExprPtr& operand : node.operands) {
      deepest = std::max(deepest, depth_of(*operand, above + 1));
      if (deepest > max_depth) return deepest;
    }
    depths_.emplace(&node, deepest + 1);
    return deepest + 1;
  }

  std::unordered_map<const ExprNode*, int> depths_;
};

/// Division by what is 0 whatever the inputs are, at the operator's own line.
void check_divisions(const ExprNode& node, RangeAnalysis& ranges, Function& function,
                     std::unordered_set<const ExprNode*>& passed) {
  if (node.op == Op::load || !passed.insert(&node).second) return;
  for (const ExprPtr& operand : node.operands) check_divisions(*operand, ranges, function, passed);
  if (!ranges.divides_by_zero(node)) return;
  add_finding(function, make_error("division-by-zero",
                                   "the divisor of " + describe(node) + " is 0 whatever the inputs are", node.at));
}

std::optional<Diagnostic> check_flow(const std::optional<std::string>& loss, Type destination,
                                     const ComputeContext& context) {
  if (!loss) return {};
  Diagnostic error = make_error("type-mismatch",
                                "the value of \"" + context.compute + "\" would lose data in an array of " +
                                    to_string(destination) + "\n" + *loss,
                                context.at);
  error.help = "write cast(value, " + to_string(destination) + ") to convert on purpose";
  return error;
}

/// The typed value, with findings where it divides by 0 or does not fit.
ExprPtr finish(const ExprPtr& value, const ExprNode& recorded, Type destination, const ComputeContext& context,
               RangeAnalysis& ranges) {
  const bool is_literal = value->op == Op::integer || value->op == Op::real;
  if (is_literal && !literal_stays(*value, destination)) {
    add_finding(context.function, make_literal_mismatch(*value, destination, context.at));
  }
  std::unordered_set<const ExprNode*> passed;
  check_divisions(*value, ranges, context.function, passed);
  if (!is_literal && !context.function.first_release_rules) {
    if (auto error = check_flow(find_narrowing(*value, recorded, destination, ranges), destination, context))
      add_finding(context.function, std::move(*error));
  }
  const ExprPtr converted = convert(value, destination);
  return mark_exact(converted, ranges);
}

/// False after adding `value-too-large`.
bool has_good_size(const ExprNode& recorded, const ComputeContext& context) {
  if (!SizeMeter().is_too_large(recorded)) return true;
  add_finding(context.function,
              make_error("value-too-large",
                         "the value of \"" + context.compute + "\" has more than " + std::to_string(max_nodes) +
                             " operations or is nested deeper than " + std::to_string(max_depth),
                         context.at));
  return false;
}

}  // namespace

ExprPtr elaborate_index_value(const ExprNode& recorded, const ComputeContext& context) {
  if (!has_good_size(recorded, context)) return nullptr;
  Leaves leaves;
  if (!resolve_leaves(recorded, p_int32, context, leaves)) return nullptr;
  const std::size_t findings = context.function.findings.size();
  RangeAnalysis ranges(context.loops);
  ValueBuilders builders(leaves, context, ranges);
  const ExprPtr value = builders.build(recorded, p_int32);
  if (context.function.findings.size() == findings) {
    std::unordered_set<const ExprNode*> passed;
    check_divisions(*value, ranges, context.function, passed);
  }
  return context.function.findings.size() == findings ? value : nullptr;
}

ExprPtr elaborate_value(const ExprPtr& recorded, Type destination, const ComputeContext& context) {
  if (!has_good_size(*recorded, context)) return nullptr;
  Leaves leaves;
  if (!resolve_leaves(*recorded, destination, context, leaves)) return nullptr;
  const bool by_type = context.function.first_release_rules;
  auto loss = check_flow(find_lossy_leaf(*recorded, destination, by_type), destination, context);
  const std::size_t findings = context.function.findings.size();
  RangeAnalysis ranges(context.loops);
  ValueBuilders builders(leaves, context, ranges);
  ExprPtr value = builders.build(*recorded, destination);
  // A value with a mistake of its own is not mended by a cast around it.
  if (loss && context.function.findings.size() == findings) add_finding(context.function, std::move(*loss));
  if (context.function.findings.size() == findings) value = finish(value, *recorded, destination, context, ranges);
  return context.function.findings.size() == findings ? value : nullptr;
}

namespace {

void collect_loads(const ExprNode& node, std::vector<Access>& loads, std::unordered_set<const ExprNode*>& passed) {
  if (!passed.insert(&node).second) return;
  // Of a computed index only its value reads.
  const std::size_t reading = node.op == Op::computed ? 1 : node.operands.size();
  for (std::size_t n = 0; n < reading; ++n) collect_loads(*node.operands[n], loads, passed);
  if (node.op == Op::load) loads.push_back({node.index, node.operands, node.at});
}

}  // namespace

void collect_loads(const ExprNode& node, std::vector<Access>& loads) {
  std::unordered_set<const ExprNode*> passed;
  collect_loads(node, loads, passed);
}

}  // namespace pom::dsl
