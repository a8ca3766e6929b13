#include "dsl/record/computed_index.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "dsl/model/any_part.hpp"
#include "dsl/model/bit_operations.hpp"
#include "dsl/model/value_range.hpp"
#include "dsl/print/print_expression.hpp"
#include "dsl/record/elaborate.hpp"
#include "dsl/record/index_part.hpp"
#include "dsl/record/record_compute.hpp"
#include "support/findings.hpp"

namespace pom::dsl {
namespace {

/// Keeps the affine skeleton of an index, in which / and % round down, apart from the values in it, in which they are
/// C++'s.
class IndexBuilder {
 public:
  IndexBuilder(const std::string& place, const Location& at, const ComputeContext& context)
      : place_(place), at_(at), context_(context), parts_(at, context.loops) {}

  std::optional<IndexPart> build(const ExprNode& node) {
    if (!reads_data(node) && !chooses(node)) {
      if (const ExprPtr affine = try_affine(node, context_)) {
        if (refuses(*affine)) return {};
        return parts_.part_of(affine);
      }
    }
    switch (node.op) {
      case Op::min:
      case Op::max:
        return chosen(node);
      case Op::abs:
        return absolute(node);
      case Op::select:
        return selected(node);
      case Op::neg:
      case Op::add:
      case Op::sub:
        return sum(node);
      case Op::mul:
        return product(node);
      case Op::div:
      case Op::mod:
        return quotient(node);
      case Op::shl:
      case Op::shr:
        return shifted(node);
      case Op::bit_and:
        return masked(node);
      default:
        return unknown(node);
    }
  }

 private:
  /// True after adding a finding.
  bool refuses(const ExprNode& affine) const {
    const auto reason = parts_.too_large(affine);
    if (reason)
      add_finding(context_.function,
                  make_error("value-too-large", place_ + " cannot be counted with 64 bits\n" + *reason, at_));
    return reason.has_value();
  }

  std::optional<IndexPart> linear_in(const ExprNode& node, Op op, const std::vector<IndexPart>& parts) const {
    if (auto part = parts_.linear(op, parts)) return part;
    std::vector<ExprPtr> lows, affines;
    for (const IndexPart& part : parts) {
      lows.push_back(part.low);
      affines.push_back(part.affine);
    }
    if (reads_data(node)) return parts_.cut(parts_.operation(op, p_int32, lows));
    refuses(*parts_.operation(op, p_int32, affines));
    return {};
  }

  /// A value of any integer type, about which its range is known.
  std::optional<IndexPart> unknown(const ExprNode& node) {
    const ExprPtr value = elaborate_index_value(node, context_);
    if (!value) return {};
    if (is_integer(value->type)) return parts_.opaque(value);
    Diagnostic error = make_error(
        "bad-index", place_ + " is computed as " + to_string(value->type) + ", but an index is an integer", at_);
    error.notes.push_back({"cast(value, p_int32) is one; a clamp or a remainder keeps it inside", {}});
    add_finding(context_.function, std::move(error));
    return {};
  }

  std::optional<std::vector<IndexPart>> operands_of(const ExprNode& node) {
    std::vector<IndexPart> parts;
    for (const ExprPtr& operand : node.operands) {
      const auto part = build(*operand);
      if (!part) return {};
      parts.push_back(*part);
    }
    return parts;
  }

  std::optional<IndexPart> chosen(const ExprNode& node) {
    const auto parts = operands_of(node);
    if (!parts) return {};
    const IndexPart &left = parts->at(0), &right = parts->at(1);
    if (!left.number || !right.number) return unknown(node);
    // What the loops decide already is no choice: clamp(y, 0, rows - 1) is y.
    const ValueRange a = parts_.range_of_index(left.affine), b = parts_.range_of_index(right.affine);
    if (node.op == Op::max ? a.low >= b.high : a.high <= b.low) return left;
    if (node.op == Op::max ? b.low >= a.high : b.high <= a.low) return right;
    return parts_.choice(node.op, left, right);
  }

  std::optional<IndexPart> absolute(const ExprNode& node) {
    const auto part = build(*node.operands[0]);
    if (!part) return {};
    const auto negative = linear_in(node, Op::neg, {*part});
    if (!negative) return {};
    if (!part->number || !negative->number) return unknown(node);
    return parts_.absolute(*part, *negative);
  }

  std::optional<IndexPart> selected(const ExprNode& node) {
    const auto condition = build_condition(*node.operands[0]);
    if (!condition) return {};
    const auto then = build(*node.operands[1]), otherwise = build(*node.operands[2]);
    if (!then || !otherwise) return {};
    if (!then->number || !otherwise->number) return unknown(node);
    return parts_.selected(*condition, *then, *otherwise);
  }

  /// Comparisons of whole numbers, joined by && and ||, are of the index; another condition is a value. Nothing, after
  /// adding a finding: it is none.
  std::optional<IndexPart> build_condition(const ExprNode& node) {
    const bool joins = node.op == Op::logical_and || node.op == Op::logical_or;
    if (!joins && (node.op < Op::lt || node.op > Op::ne || !compares_integers(node))) return decided(node);
    const auto left = joins ? build_condition(*node.operands[0]) : build(*node.operands[0]);
    const auto right = joins ? build_condition(*node.operands[1]) : build(*node.operands[1]);
    if (!left || !right) return {};
    if (!left->number || !right->number) return decided(node);
    return parts_.condition(node.op, *left, *right);
  }

  bool compares_integers(const ExprNode& comparison) {
    return std::all_of(comparison.operands.begin(), comparison.operands.end(), [&](const ExprPtr& operand) {
      if (!reads_data(*operand)) return true;
      const ExprPtr value = elaborate_index_value(*operand, context_);
      return value && is_integer(value->type);
    });
  }

  std::optional<IndexPart> decided(const ExprNode& condition) {
    const ExprPtr value = elaborate_index_value(condition, context_);
    if (!value) return {};
    return parts_.unknown_condition(value);
  }

  std::optional<IndexPart> sum(const ExprNode& node) {
    const auto parts = operands_of(node);
    if (!parts) return {};
    return linear_in(node, node.op, *parts);
  }

  std::optional<IndexPart> product(const ExprNode& node) {
    auto parts = operands_of(node);
    if (!parts) return {};
    if (parts->at(0).is_constant()) std::swap(parts->at(0), parts->at(1));
    if (!parts->at(1).is_constant()) return unknown(node);
    return linear_in(node, Op::mul, *parts);
  }

  /// What is always divided by 0 is refused as a value is.
  std::optional<IndexPart> quotient(const ExprNode& node) {
    const auto parts = operands_of(node);
    if (!parts) return {};
    const IndexPart& divisor = parts->at(1);
    const bool by_constant = divisor.is_constant();
    if (by_constant && divisor.affine->integer == 0) return unknown(node);
    if (by_constant && divisor.affine->integer > 0)
      return or_unknown(parts_.divided(node.op, parts->at(0), divisor.affine->integer), node);
    return or_unknown(parts_.divided_by_part(node.op, parts->at(0), divisor), node);
  }

  std::optional<IndexPart> shifted(const ExprNode& node) {
    const auto parts = operands_of(node);
    if (!parts) return {};
    const std::int64_t amount = parts->at(1).is_constant() ? parts->at(1).affine->integer : -1;
    if (amount < 0 || amount > 30) {
      const auto widens = [](const ExprNode& part) { return part.op == Op::cast; };
      const bool is_exact = node.op == Op::shr || any_part(*node.operands[0], widens);
      if (!parts->at(1).is_constant() || is_exact || reads_data(*node.operands[0])) return unknown(node);
      // Of loops it would be a product, and not what 32 bits leave of it.
      const std::string text = "\nin " + describe(node) + " the amount is not a number from 0 to 30";
      add_finding(context_.function,
                  make_error("non-affine-index", place_ + " is not affine in the loops" + text, at_));
      return {};
    }
    const ExprPtr factor = parts_.integer(std::int64_t{1} << amount);
    if (node.op == Op::shr) return or_unknown(parts_.divided(Op::div, parts->at(0), factor->integer), node);
    return linear_in(node, Op::mul, {parts->at(0), *parts_.part_of(factor)});
  }

  /// The last bits are the remainder of floor division.
  std::optional<IndexPart> masked(const ExprNode& node) {
    auto parts = operands_of(node);
    if (!parts) return {};
    if (parts->at(0).is_constant()) std::swap(parts->at(0), parts->at(1));
    const std::int64_t mask = parts->at(1).is_constant() ? parts->at(1).affine->integer : -1;
    const bool is_last_bits = mask >= 0 && (mask & (mask + 1)) == 0 && mask < range_of(p_int32).high;
    if (!is_last_bits) return unknown(node);
    return or_unknown(parts_.divided(Op::mod, parts->at(0), mask + 1), node);
  }

  std::optional<IndexPart> or_unknown(std::optional<IndexPart> part, const ExprNode& node) {
    return part ? part : unknown(node);
  }

  const std::string& place_;
  const Location& at_;
  const ComputeContext& context_;
  IndexArithmetic parts_;
};

/// Whether loops alone keep the index inside of the array.
bool is_inside(const ExprNode& affine, const IndexUse& use, const ComputeContext& context) {
  const ValueRange range = RangeAnalysis(context.loops).find_index(affine);
  return range.low >= 0 && range.high < use.extent;
}

/// Loops alone decide the number, and 64 bits hold it. What only the run knows is not clamped.
bool is_known(const IndexPart& part) { return part.number && !has_unknown(*part.affine); }

/// The index that the part is, clamped.
ExprPtr clamp_index(const ExprPtr& index, const IndexPart& part, const IndexUse& use, const ComputeContext& context) {
  RangeAnalysis ranges(context.loops);
  const IndexPart inside = IndexArithmetic(index->at, context.loops).clamped(part, use.extent);
  return make_operation(Op::computed, p_int32, {mark_exact(inside.low, ranges), inside.affine, index, use.condition},
                        index->at);
}

}  // namespace

bool reads_data(const ExprNode& node) {
  return any_part(node, [](const ExprNode& part) {
    const bool asks = part.op == Op::scalar && !part.scalar->value && !part.scalar->is_parameter();
    return part.op == Op::load || asks;
  });
}

bool chooses(const ExprNode& node) {
  const auto choice = [](const ExprNode& part) {
    return part.op == Op::min || part.op == Op::max || part.op == Op::abs || part.op == Op::select;
  };
  return any_part(node, choice, [](const ExprNode& part) { return part.op != Op::load; });
}

bool handles_bits(const ExprNode& node) {
  return any_part(
      node, [](const ExprNode& part) { return is_bitwise(part.op) || is_shift(part.op) || part.op == Op::bit_not; });
}

ExprPtr elaborate_computed_index(const ExprNode& recorded, const std::string& place, const Location& at,
                                 const ComputeContext& context, const std::optional<IndexUse>& use) {
  const auto part = IndexBuilder(place, at, context).build(recorded);
  if (!part) return nullptr;
  RangeAnalysis ranges(context.loops);
  const ExprPtr index = chooses(*part->affine) || has_unknown(*part->affine)
                            ? make_operation(Op::computed, p_int32, {mark_exact(part->low, ranges), part->affine}, at)
                            : part->affine;
  const bool may_leave = use && is_known(*part) && !is_inside(*part->affine, *use, context);
  return may_leave ? clamp_index(index, *part, *use, context) : index;
}

ExprPtr keep_inside(const ExprPtr& index, const IndexUse& use, const ComputeContext& context) {
  if (is_inside(*index, use, context)) return index;
  const std::optional<IndexPart> part = IndexArithmetic(index->at, context.loops).part_of(index);
  return part && is_known(*part) ? clamp_index(index, *part, use, context) : index;
}

}  // namespace pom::dsl
