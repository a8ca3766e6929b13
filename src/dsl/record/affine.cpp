#include "dsl/record/affine.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "dsl/model/any_part.hpp"
#include "dsl/model/bit_operations.hpp"
#include "dsl/model/index_operation.hpp"
#include "dsl/model/negation.hpp"
#include "dsl/model/value_range.hpp"
#include "dsl/print/index_size.hpp"
#include "dsl/print/print_expression.hpp"
#include "dsl/record/computed_index.hpp"
#include "dsl/record/index_bits.hpp"
#include "dsl/record/instead.hpp"
#include "dsl/record/record_compute.hpp"
#include "support/findings.hpp"

namespace pom::dsl {
namespace {

/// What an affine expression is for.
struct AffineUse {
  std::string code;   ///< of the finding when it is not affine; empty: there is none
  std::string place;  ///< "index 0 of \"A\"", for messages
  Location at;
  bool may_choose = false;  ///< min and max are allowed, as in loops' bounds
  const char* variables = "the loops";
  const char* instead_of_data = "";  ///< what to write where an array's element decides, as a line of its own
};

/// Operations of one index, bound or guard, written out: each use of a shared part counts.
constexpr int most_operations = 1000;

bool exceeds(const ExprNode& node, int& budget) {
  if (--budget < 0) return true;
  return std::any_of(node.operands.begin(), node.operands.end(),
                     [&](const ExprPtr& operand) { return exceeds(*operand, budget); });
}

bool mentions_parameter(const ExprNode& node) {
  return any_part(node, [](const ExprNode& part) { return part.op == Op::scalar; });
}

/// False after adding a finding.
bool has_moderate_size(const ExprNode& recorded, const AffineUse& use, const ComputeContext& context) {
  if (has_moderate_size(recorded)) return true;
  add_finding(context.function,
              make_error("value-too-large",
                         use.place + " has more than " + std::to_string(most_operations) + " operations", use.at));
  return false;
}

class AffineBuilder {
 public:
  AffineBuilder(const AffineUse& use, const ComputeContext& context) : use_(use), context_(context) {}

  /// Null: `refuse` or `resolve_loop` has added a finding.
  ExprPtr build(const ExprNode& node) {
    switch (node.op) {
      case Op::integer:
        return literal(node.integer, node);
      case Op::scalar:
        return build_scalar(node);
      case Op::loop:
        return build_loop(node);
      case Op::neg:
        return build_negation(node);
      case Op::add:
      case Op::sub:
        return build_sum(node);
      case Op::mul:
        return build_product(node);
      case Op::div:
      case Op::mod:
        return build_quotient(node);
      case Op::shl:
      case Op::shr:
        return build_shift(node);
      case Op::bit_and:
      case Op::bit_or:
      case Op::bit_xor:
      case Op::bit_not:
        return build_bits(node);
      case Op::min:
      case Op::max:
        return use_.may_choose ? build_choice(node) : refuse(describe(node) + " is not affine");
      case Op::real:
        return refuse(describe(node) + " is not an integer");
      case Op::load:
        return refuse("it reads array \"" + node.array->name + "\"" + use_.instead_of_data);
      default:
        return refuse(describe(node) + " is not affine");
    }
  }

 private:
  ExprPtr refuse(const std::string& reason) {
    if (use_.code.empty()) return nullptr;
    add_finding(context_.function,
                make_error(use_.code, use_.place + " is not affine in " + use_.variables + "\n" + reason, use_.at));
    return nullptr;
  }

  /// Numbers of a program's indices have 32 bits, so that what is computed of them stays far from 64.
  ExprPtr literal(std::int64_t value, const ExprNode& node) {
    if (value != static_cast<std::int32_t>(value)) {
      const std::string text = use_.place + ": the number " + std::to_string(value) + " does not fit into 32 bits";
      if (!use_.code.empty()) add_finding(context_.function, make_error("value-too-large", text, use_.at));
      return nullptr;
    }
    return make_integer(value, p_int32, node.at);
  }

  ExprPtr build_scalar(const ExprNode& node) {
    if (node.scalar->is_parameter()) return build_parameter(node);
    if (!node.scalar->value) return refuse("constant \"" + node.name + "\" has no value at compile time");
    if (node.scalar->value->op != Op::integer) return refuse(describe(*node.scalar->value) + " is not an integer");
    return literal(node.scalar->value->integer, node);
  }

  ExprPtr build_parameter(const ExprNode& node) {
    return owns_scalar(context_.function, node) ? make_node(node)
                                                : refuse("parameter \"" + node.name + "\" belongs to another function");
  }

  ExprPtr build_loop(const ExprNode& node) {
    int index = resolve_loop(node.name, use_.place, context_);
    if (index < 0) return nullptr;
    ExprNode loop = node;
    loop.index = index;
    return make_node(std::move(loop));
  }

  ExprPtr build_negation(const ExprNode& node) {
    ExprPtr operand = build(*node.operands[0]);
    if (!operand) return nullptr;
    if (operand->op == Op::integer) return literal(-operand->integer, node);
    return make_operation(Op::neg, p_int32, {operand}, node.at);
  }

  ExprPtr build_sum(const ExprNode& node) {
    ExprPtr left = build(*node.operands[0]);
    ExprPtr right = left ? build(*node.operands[1]) : nullptr;
    if (!right) return nullptr;
    if (left->op == Op::integer && right->op == Op::integer) {
      return literal(node.op == Op::add ? left->integer + right->integer : left->integer - right->integer, node);
    }
    return make_operation(node.op, p_int32, {left, right}, node.at);
  }

  ExprPtr build_choice(const ExprNode& node) {
    ExprPtr left = build(*node.operands[0]);
    ExprPtr right = left ? build(*node.operands[1]) : nullptr;
    if (!right) return nullptr;
    if (left->op != Op::integer || right->op != Op::integer)
      return make_operation(node.op, p_int32, {left, right}, node.at);
    const std::int64_t a = left->integer, b = right->integer;
    return literal(node.op == Op::min ? std::min(a, b) : std::max(a, b), node);
  }

  /// The constant factor becomes the right operand.
  ExprPtr build_product(const ExprNode& node) {
    ExprPtr left = build(*node.operands[0]);
    ExprPtr right = left ? build(*node.operands[1]) : nullptr;
    if (!right) return nullptr;
    if (left->op == Op::integer) std::swap(left, right);
    if (right->op != Op::integer) {
      const bool sized = mentions_parameter(*left) || mentions_parameter(*right);
      const std::string cure = use_.code == "non-affine-index" ? instead_of_product(node) : "";
      return refuse(describe(node) + " is a product of loops" + (sized ? " and parameters" : cure));
    }
    if (left->op == Op::integer) return literal(left->integer * right->integer, node);
    return make_operation(Op::mul, p_int32, {left, right}, node.at);
  }

  /// The divisor comes first: it is the same one in all the parts of `wrap`.
  ExprPtr build_quotient(const ExprNode& node) {
    ExprPtr right = build(*node.operands[1]);
    if (!right) return nullptr;
    if (right->op != Op::integer || right->integer <= 0) {
      return refuse("in " + describe(node) + (is_wrap(node) ? " the extent" : " the divisor") +
                    " is no positive constant");
    }
    ExprPtr left = build(*node.operands[0]);
    if (!left) return nullptr;
    if (left->op != Op::integer) return make_operation(node.op, p_int32, {left, right}, node.at);
    std::int64_t quotient = left->integer / right->integer;
    if (left->integer % right->integer < 0) --quotient;
    return literal(node.op == Op::div ? quotient : left->integer - quotient * right->integer, node);
  }

  /// By a number: a product, or a quotient that rounds down.
  ExprPtr build_shift(const ExprNode& node) {
    ExprPtr left = build(*node.operands[0]);
    ExprPtr right = left ? build(*node.operands[1]) : nullptr;
    if (!right) return nullptr;
    if (right->op != Op::integer || right->integer < 0 || right->integer > 30)
      return refuse("in " + describe(node) + " the amount is not a number from 0 to 30");
    const std::int64_t factor = std::int64_t{1} << right->integer;
    if (left->op == Op::integer)
      return literal(node.op == Op::shl ? left->integer * factor : left->integer >> right->integer, node);
    const Op op = node.op == Op::shl ? Op::mul : Op::div;
    return index_operation(op, left, factor, node.at);
  }

  /// With a number, bits are quotients and remainders that round down, as counters are in two's complement.
  ExprPtr build_bits(const ExprNode& node) {
    std::vector<ExprPtr> operands;
    for (const ExprPtr& recorded : node.operands) {
      operands.push_back(build(*recorded));
      if (!operands.back()) return nullptr;
    }
    ExprNode operation = node;
    operation.operands = operands;
    if (ExprPtr number = fold_bits(operation)) return number;
    // ~x = -x - 1
    if (node.op == Op::bit_not)
      return index_operation(Op::sub, make_operation(Op::neg, p_int32, {operands[0]}, node.at), 1, node.at);
    if (operands[0]->op == Op::integer) std::swap(operands[0], operands[1]);
    if (operands[1]->op != Op::integer) return refuse("in " + describe(node) + " no operand is a number");
    const ExprPtr& left = operands[0];
    const std::int64_t mask = operands[1]->integer;
    const ExprPtr common = common_bits(left, mask, node.at);
    if (!common) return refuse("in " + describe(node) + " the number needs more than 31 bits");
    if (node.op == Op::bit_and) return common;
    // x | m = x + m - (x & m), x ^ m = x + m - 2 (x & m)
    const ExprPtr twice = node.op == Op::bit_xor ? index_operation(Op::mul, common, 2, node.at) : common;
    return make_operation(Op::sub, p_int32, {index_operation(Op::add, left, mask, node.at), twice}, node.at);
  }

  const AffineUse& use_;
  const ComputeContext& context_;
};

/// The expression, or null after adding a finding: it may leave 64 bits.
ExprPtr keep_countable(ExprPtr built, const AffineUse& use, const ComputeContext& context) {
  if (!built) return nullptr;
  RangeAnalysis ranges(context.loops);
  const auto too_large = find_too_large(*built, ranges);
  if (!too_large) return built;
  add_finding(context.function,
              make_error("value-too-large", use.place + " cannot be counted with 64 bits\n" + *too_large, use.at));
  return nullptr;
}

ExprPtr build_affine(const ExprNode& recorded, const AffineUse& use, const ComputeContext& context) {
  if (!has_moderate_size(recorded, use, context)) return nullptr;
  return keep_countable(AffineBuilder(use, context).build(recorded), use, context);
}

/// The finding about the number of indices, if they are too few or too many.
std::optional<Diagnostic> check_index_count(const ExprNode& load) {
  const std::size_t expected = load.array->shape.size(), given = load.operands.size();
  if (expected == given) return {};
  return make_error("wrong-index-count",
                    "array \"" + load.array->name + "\" has " + std::to_string(expected) +
                        (expected == 1 ? " dimension, but " : " dimensions, but ") + std::to_string(given) +
                        (given == 1 ? " index is given" : " indices are given"),
                    load.at);
}

/// By identity: a record at the same address may have been another function's.
bool belongs_to(const Function& function, const ExprNode& load) {
  return load.index < static_cast<int>(function.arrays.size()) && function.arrays[load.index] == load.array;
}

}  // namespace

ExprPtr elaborate_bound(const ExprPtr& recorded, const var& loop, const ComputeContext& context) {
  const AffineUse use{"non-affine-bound",      "a bound of loop \"" + loop.name() + "\"", loop.at(), true, "the loops",
                      instead_of_data_in_bound};
  return build_affine(*recorded, use, context);
}

ExprPtr elaborate_extent(const ExprPtr& recorded, const std::string& place, const ComputeContext& context) {
  const AffineUse use{"bad-shape", place, context.at, true, "the parameters"};
  return build_affine(*recorded, use, context);
}

ExprPtr try_affine(const ExprNode& recorded, const ComputeContext& context) {
  return AffineBuilder({"", "an index", context.at}, context).build(recorded);
}

ExprPtr elaborate_guard(const ExprPtr& recorded, const ComputeContext& context) {
  const AffineUse use{"non-affine-guard", "the guard of \"" + context.compute + "\"",
                      context.at,         false,
                      "the loops",        instead_of_data_in_guard};
  if (!has_moderate_size(*recorded, use, context)) return nullptr;
  const ExprPtr positive = without_negation(recorded);
  const ExprNode& node = *positive;
  const bool joins = node.op == Op::logical_and || node.op == Op::logical_or;
  std::string wrong = instead_of_chain(node);
  if (wrong.empty() && !joins && (node.op < Op::lt || node.op > Op::ne))
    wrong = " is not a condition\n" + describe(node) + " is neither a comparison nor && or || of comparisons";
  if (!wrong.empty()) {
    add_finding(context.function, make_error(use.code, use.place + wrong, use.at));
    return nullptr;
  }
  std::vector<ExprPtr> operands;
  for (const ExprPtr& operand : node.operands) {
    ExprPtr part = joins ? elaborate_guard(operand, context) : AffineBuilder(use, context).build(*operand);
    if (!part) return nullptr;
    operands.push_back(std::move(part));
  }
  ExprPtr guard = make_operation(node.op, p_int32, std::move(operands), node.at);
  return joins ? guard : keep_countable(std::move(guard), use, context);
}

namespace {

/// Whether C++'s arithmetic of p_int32, in which values compute it, gives what the affine expression is: it wraps
/// around nowhere and divides nothing below zero.
bool is_same_as_value(const ExprNode& recorded, const ComputeContext& context) {
  if (recorded.operands.empty()) return true;
  const ExprPtr affine = try_affine(recorded, context);
  if (!affine || !range_of(p_int32).contains(RangeAnalysis(context.loops).find_index(*affine))) return false;
  if (recorded.op == Op::div || recorded.op == Op::mod) {
    const ExprPtr dividend = try_affine(*recorded.operands[0], context);
    if (!dividend || RangeAnalysis(context.loops).find_index(*dividend).low < 0) return false;
  }
  return std::all_of(recorded.operands.begin(), recorded.operands.end(),
                     [&](const ExprPtr& operand) { return is_same_as_value(*operand, context); });
}

}  // namespace

bool has_moderate_size(const ExprNode& recorded) {
  int budget = most_operations;
  return !exceeds(recorded, budget);
}

ExprPtr try_condition(const ExprPtr& recorded, const ComputeContext& context) {
  if (!has_moderate_size(*recorded)) return nullptr;
  const ExprPtr positive = without_negation(recorded);
  const ExprNode& node = *positive;
  const bool joins = node.op == Op::logical_and || node.op == Op::logical_or;
  if (!joins && (node.op < Op::lt || node.op > Op::ne)) return nullptr;
  std::vector<ExprPtr> operands;
  for (const ExprPtr& operand : node.operands) {
    if (reads_data(*operand) || chooses(*operand)) return nullptr;
    operands.push_back(joins ? try_condition(operand, context) : try_affine(*operand, context));
    if (!operands.back() || (!joins && !is_same_as_value(*operand, context))) return nullptr;
  }
  return make_operation(node.op, p_int32, std::move(operands), node.at);
}

ExprPtr elaborate_access(const ExprNode& recorded, const ComputeContext& context, const ExprPtr& condition) {
  const std::string& name = recorded.array->name;
  if (!belongs_to(context.function, recorded)) {
    const std::string used = (recorded.array->shape.empty() ? "scalar \"" : "array \"") + name + "\"";
    Diagnostic error = make_error("foreign-array",
                                  "compute \"" + context.compute + "\" of function \"" + context.function.name +
                                      "\" uses " + used + ", which belongs to another function" + instead_of_foreign,
                                  context.at);
    error.notes.push_back({used + " is declared", recorded.array->at});
    add_finding(context.function, std::move(error));
    return nullptr;
  }
  if (recorded.array->refused) return nullptr;
  if (auto error = check_index_count(recorded)) {
    add_finding(context.function, std::move(*error));
    return nullptr;
  }
  ExprNode load = recorded;
  load.operands.clear();
  for (std::size_t d = 0; d < recorded.operands.size(); ++d) {
    const ExprNode& given = *recorded.operands[d];
    const AffineUse use{"non-affine-index", "index " + std::to_string(d) + " of \"" + name + "\"", recorded.at};
    if (!has_moderate_size(given, use, context)) return nullptr;
    const bool computed = reads_data(given) || chooses(given) || (handles_bits(given) && !try_affine(given, context));
    const auto kept = condition ? std::optional(IndexUse{condition, recorded.array->shape[d]}) : std::nullopt;
    ExprPtr index = computed ? elaborate_computed_index(given, use.place, use.at, context, kept)
                             : build_affine(given, use, context);
    if (!index) return nullptr;
    if (kept && index->op != Op::computed) index = keep_inside(index, *kept, context);
    load.operands.push_back(std::move(index));
  }
  return make_node(std::move(load));
}

bool owns_scalar(const Function& function, const ExprNode& node) {
  return node.index < static_cast<int>(function.scalars.size()) && function.scalars[node.index] == node.scalar;
}

int resolve_loop(const std::string& name, const std::string& where, const ComputeContext& context) {
  const auto& loops = context.loops;
  auto found = std::find_if(loops.begin(), loops.end(), [&](const Loop& loop) { return loop.name == name; });
  if (found != loops.end()) return static_cast<int>(found - loops.begin());
  Diagnostic error =
      make_error("unknown-loop", where + " uses \"" + name + "\", which is not a loop around it", context.at);
  std::string list;
  for (const Loop& loop : loops) list += (list.empty() ? "" : ", ") + loop.name;
  error.notes.push_back({"the loops here are (" + list + ")", {}});
  add_finding(context.function, std::move(error));
  return -1;
}

}  // namespace pom::dsl
