#include "dsl/execute/coverage.hpp"

#include <algorithm>
#include <unordered_set>

#include "dsl/model/expr_node.hpp"
#include "dsl/model/negation.hpp"
#include "dsl/model/number.hpp"

namespace pom::dsl {
namespace {

using Kind = Coverage::Decision::Kind;

/// A float to an integer or a number of a fixed point: what does not fit is clamped. Between fixed-point numbers the
/// type says so.
bool clamps(const ExprNode& node) {
  if (node.op != Op::cast || node.type.is_float()) return false;
  if (node.type.is_fixed()) return node.type.overflow != Overflow::wrap;
  const bool always_fits = node.exact && !is_number(node.type);
  return node.operands[0]->type.is_float() && !always_fits;
}

class DecisionFinder {
 public:
  std::vector<Coverage::Decision> find(const Compute& compute) {
    for (const ExprPtr& guard : compute.guards) found_.push_back({Kind::guard, guard.get()});
    visit(*compute.value);
    for (const ExprPtr& index : compute.store.indices) visit(*index);
    return std::move(found_);
  }

 private:
  void visit(const ExprNode& node) {
    if (!seen_.insert(&node).second) return;
    if (node.op == Op::select) {
      add(Kind::truth, *node.operands[0]);
    } else if (is_comparison(node.op)) {
      add(Kind::truth, node);
    } else if ((node.op == Op::min || node.op == Op::max) && node.operands[0]->type == node.operands[1]->type) {
      add(Kind::choice, node);
    } else if (node.op == Op::abs && node.operands[0]->type.is_signed()) {
      add(Kind::sign, node);
    } else if (clamps(node)) {
      add(Kind::clamp, node);
    }
    // The clamps of keep_inside are nobody's: where the index leaves the array, its element is not used.
    if (is_kept_inside(node)) return;
    if (node.op == Op::computed) return visit(*node.operands[0]);
    for (const ExprPtr& operand : node.operands) visit(*operand);
  }

  void add(Kind kind, const ExprNode& node) {
    if (known_.insert(&node).second) found_.push_back({kind, &node});
  }

  std::unordered_set<const ExprNode*> seen_, known_;
  std::vector<Coverage::Decision> found_;
};

std::string name_of(Op op) {
  switch (op) {
    case Op::lt:
      return "<";
    case Op::le:
      return "<=";
    case Op::gt:
      return ">";
    case Op::ge:
      return ">=";
    case Op::eq:
      return "==";
    case Op::ne:
      return "!=";
    case Op::logical_and:
      return "&&";
    case Op::logical_or:
      return "||";
    default:
      return to_string(op);
  }
}

std::string never_text(const Coverage::Decision& decision, int arm) {
  const ExprNode& node = *decision.node;
  switch (decision.kind) {
    case Kind::truth:
      return "the condition " + name_of(node.op) + (arm == 0 ? " is never true" : " is never false");
    case Kind::choice:
      return name_of(node.op) + " never takes its " + (arm == 0 ? "first" : "second") + " operand";
    case Kind::sign:
      return std::string("the operand of abs is never ") + (arm == 0 ? "negative" : "positive");
    case Kind::clamp:
      return "the cast to " + to_string(node.type) + (arm == 0 ? " clamps every value" : " never clamps");
    case Kind::guard:
      return std::string("the guard ") + (arm == 0 ? "never holds" : "always holds");
  }
  return "";
}

/// An input that may have several values. A parameter of one size, like an array of one assumed value, is a number.
bool is_data(const ExprNode& node) {
  if (node.op == Op::load) {
    const std::optional<ElementRange>& range = node.array->range;
    return !node.array->is_table() && (!range || range->low < range->high || range->real_low < range->real_high);
  }
  const bool one_size = node.scalar && node.scalar->range && node.scalar->range->low == node.scalar->range->high;
  return node.op == Op::scalar && !one_size;
}

bool reads_data(const ExprNode& node, std::unordered_set<const ExprNode*>& seen) {
  if (is_data(node)) return true;
  if (!seen.insert(&node).second) return false;
  return std::any_of(node.operands.begin(), node.operands.end(),
                     [&](const ExprPtr& operand) { return reads_data(*operand, seen); });
}

}  // namespace

Coverage::Coverage(const Function& function) : stored(function.computes.size()), function_(&function) {
  for (const Compute& compute : function.computes) decisions.push_back(DecisionFinder().find(compute));
}

void Coverage::add(const Coverage& other) {
  for (std::size_t c = 0; c < decisions.size(); ++c) {
    for (std::size_t n = 0; n < decisions[c].size(); ++n) {
      for (int arm : {0, 1}) decisions[c][n].taken[arm] |= other.decisions[c][n].taken[arm];
    }
    Stored& all = stored[c];
    const Stored& more = other.stored[c];
    all.varies = all.varies || more.varies || (all.any && more.any && all.first != more.first);
    if (!all.any) all.first = more.first;
    all.any = all.any || more.any;
  }
}

std::int64_t Coverage::arms() const {
  std::int64_t count = 0;
  for (const auto& of_compute : decisions) count += 2 * static_cast<std::int64_t>(of_compute.size());
  return count;
}

std::int64_t Coverage::arms_taken() const {
  std::int64_t count = 0;
  for (const auto& of_compute : decisions) {
    for (const Decision& decision : of_compute) count += decision.taken[0] + decision.taken[1];
  }
  return count;
}

std::vector<std::string> Coverage::never_taken() const {
  std::vector<std::string> lines;
  for (const auto& of_compute : decisions) {
    for (const Decision& decision : of_compute) {
      for (int arm : {0, 1}) {
        if (decision.taken[arm]) continue;
        std::string line = pom::to_string(decision.node->at) + ": " + never_text(decision, arm);
        if (std::find(lines.begin(), lines.end(), line) == lines.end()) lines.push_back(std::move(line));
      }
    }
  }
  return lines;
}

std::vector<int> Coverage::constant_computes() const {
  std::vector<int> constant;
  for (std::size_t c = 0; c < stored.size(); ++c) {
    std::unordered_set<const ExprNode*> seen;
    // A copy loses nothing: what it copies was stored by somebody, or is an input.
    const ExprNode* value = function_->computes[c].value.get();
    while (value->op == Op::cast) value = value->operands[0].get();
    if (value->op == Op::load) continue;
    if (stored[c].any && !stored[c].varies && reads_data(*function_->computes[c].value, seen))
      constant.push_back(static_cast<int>(c));
  }
  return constant;
}

}  // namespace pom::dsl
