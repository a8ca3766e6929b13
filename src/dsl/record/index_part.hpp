#pragma once
#include <optional>
#include <string>
#include <vector>

#include "dsl/model/value_range.hpp"
#include "dsl/record/record_compute.hpp"

namespace pom::dsl {

/// Part of an index. As a value it is computed with 32 bits, beside which the number itself is kept where it needs
/// more.
struct IndexPart {
  ExprPtr low;     ///< the number's last 32 bits, as p_int32
  ExprPtr number;  ///< `low` where that is the number, else a p_int64; null: 64 bits are too few
  ExprPtr affine;  ///< the expression that it is, of loops and of unknown numbers

  bool is_constant() const { return affine->op == Op::integer; }
};

/// Computes with parts of an index: numbers of any size, whose / and % round down.
class IndexArithmetic {
 public:
  /// `at` is the user's place and must outlive the object.
  IndexArithmetic(const Location& at, const std::vector<Loop>& loops) : at_(at), loops_(loops) {}

  ExprPtr integer(std::int64_t value, Type type = p_int32) const { return make_integer(value, type, at_); }
  ExprPtr operation(Op op, Type type, std::vector<ExprPtr> operands) const {
    return make_operation(op, type, std::move(operands), at_);
  }
  ValueRange range_of_value(const ExprPtr& value) const { return RangeAnalysis(loops_).find(*value); }
  ValueRange range_of_index(const ExprPtr& affine) const { return RangeAnalysis(loops_).find_index(*affine); }
  /// Why 64 bits cannot count the affine expression; nothing: they can.
  std::optional<std::string> too_large(const ExprNode& affine) const;

  /// An elaborated index, which may have computed parts. Nothing: 64 bits are too few for one of its numbers.
  std::optional<IndexPart> part_of(const ExprPtr& index) const;
  /// An integer value, of which the range is all that is known of the number.
  IndexPart opaque(const ExprPtr& value) const;
  /// A part of which the last 32 bits are left.
  IndexPart cut(const ExprPtr& low) const;

  /// A sum, a difference, a negation or a multiple, whose last bits are made of last bits alone. Nothing: 64 bits are
  /// too few.
  std::optional<IndexPart> linear(Op op, const std::vector<IndexPart>& parts) const;
  /// The smaller or the greater of two parts whose numbers are known.
  IndexPart choice(Op op, const IndexPart& left, const IndexPart& right) const;
  /// The part's size without its sign, where `negative` is its negation.
  IndexPart absolute(const IndexPart& part, const IndexPart& negative) const;
  /// A comparison of two numbers, or two conditions joined.
  IndexPart condition(Op op, const IndexPart& left, const IndexPart& right) const;
  /// A condition that data decide, a value that is 0 or not.
  IndexPart unknown_condition(const ExprPtr& value) const;
  IndexPart selected(const IndexPart& condition, const IndexPart& then, const IndexPart& otherwise) const;
  /// Quotient or remainder by a positive number. Nothing: the dividend's number is needed, and lost.
  std::optional<IndexPart> divided(Op op, const IndexPart& dividend, std::int64_t divisor) const;
  /// Quotient or remainder by a part of any sign; by 0 both are 0. Nothing: as above.
  std::optional<IndexPart> divided_by_part(Op op, const IndexPart& dividend, const IndexPart& divisor) const;
  /// The number at 0 or the last element where it is outside.
  IndexPart clamped(const IndexPart& part, std::int64_t extent) const;

 private:
  IndexPart leaf(const ExprPtr& affine) const;
  /// A part that was computed before, of whose number 32 bits are left.
  IndexPart computed(const ExprPtr& low, const ExprPtr& affine) const;
  /// A part of the number itself, of p_int32 or p_int64.
  IndexPart whole(const ExprPtr& number, const ExprPtr& affine) const;
  /// An unknown number.
  ExprPtr between(const ValueRange&) const;
  /// The smaller or the greater of two affine expressions. What bounds an unknown number by a constant leaves an
  /// unknown number.
  ExprPtr affine_choice(Op op, const ExprPtr& left, const ExprPtr& right) const;
  ExprPtr floor_operation(Op op, const ExprPtr& dividend, const ExprPtr& divisor) const;

  const Location& at_;
  const std::vector<Loop>& loops_;
};

/// Whether only the run knows a part of the index.
bool has_unknown(const ExprNode& affine);

/// Whether 32 bits hold every number of the range.
bool fits_int(const ValueRange&);

}  // namespace pom::dsl
