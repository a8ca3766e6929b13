#pragma once
#include <llvm/ADT/DenseMap.h>
#include <mlir/IR/AffineExpr.h>
#include <mlir/IR/AffineMap.h>
#include <mlir/IR/IntegerSet.h>
#include <mlir/IR/Value.h>

#include <map>
#include <set>
#include <string>
#include <vector>

namespace pom::backend {

/// The least and greatest value of an integer expression.
struct Interval {
  std::int64_t low = 0, high = 0;
};

/// Whether all of it are values of C++'s int.
bool fits_int(const Interval&);

/// A loop's variable in C++: its name, what values it takes, and whether it is a long long for them.
struct LoopVariable {
  std::string name;
  Interval values;
  bool wide = false;
};

using LoopVariables = llvm::DenseMap<mlir::Value, LoopVariable>;

/// An operation without a C++ form.
struct Unsupported {
  mlir::Operation* operation;
  bool counts_too_far = false;  ///< long long does not hold its numbers
};

/// Small functions that the printed text needs: "pom_min", "pom_max", "pom_floordiv", "pom_mod", and with "_wide"
/// behind them for long long.
using Helpers = std::set<std::string>;

/// Prints affine expressions over loop variables as C++ integer expressions, of int where that holds all values on the
/// way, else of long long. Throws Unsupported with `user`, the operation that has the expression, where long long does
/// not hold them either.
class IndexPrinter {
 public:
  IndexPrinter(std::vector<LoopVariable> dimensions, Helpers& helpers, mlir::Operation* user)
      : dimensions_(std::move(dimensions)), helpers_(helpers), user_(user) {}

  /// Terms in the order of the variables, the constant last: "4 * i0 + i1 - 1".
  std::string print(mlir::AffineExpr);
  /// That all constraints of the set hold, or not: "i + j <= 7 && k == 0", "!(i + j <= 7 && k == 0)", "k != 0".
  std::string print_condition(mlir::IntegerSet, bool holds);
  Interval interval(mlir::AffineExpr) const;
  /// The same interval if long long holds it with room to spare.
  Interval checked(__int128 low, __int128 high) const;

 private:
  struct Term {
    std::int64_t coefficient;
    std::string text;
    Interval values;  ///< of the text alone
  };
  struct Sum {
    std::vector<Term> terms;
    std::int64_t constant = 0;
  };

  /// Positive terms on the left and negative ones on the right. `equal`: what stands between them; empty where the
  /// expression is not negative.
  std::string print_constraint(mlir::AffineExpr, const std::string& equal);
  std::int64_t constant_of(mlir::AffineExpr) const;
  const LoopVariable& variable_of(mlir::AffineExpr) const;
  void collect(mlir::AffineExpr, std::int64_t factor, Sum&);
  void add_term(std::int64_t factor, std::string text, const Interval& values, Sum&) const;
  std::string print_division(mlir::AffineBinaryOpExpr);
  bool is_wide(const Sum&) const;
  std::string print_sum(Sum) const;

  std::vector<LoopVariable> dimensions_;
  Helpers& helpers_;
  mlir::Operation* user_;
};

}  // namespace pom::backend
