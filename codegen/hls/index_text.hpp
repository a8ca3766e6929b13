#pragma once
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

/// A loop's variable in C++: its name and what values it takes.
struct LoopVariable {
  std::string name;
  Interval values;
};

/// Small functions that the printed text needs: "pom_min", "pom_max", "pom_floordiv", "pom_mod".
using Helpers = std::set<std::string>;

/// Prints affine expressions over loop variables as C++ integer expressions.
class IndexPrinter {
 public:
  IndexPrinter(std::vector<LoopVariable> dimensions, Helpers& helpers)
      : dimensions_(std::move(dimensions)), helpers_(helpers) {}

  /// Terms in the order of the variables, the constant last: "4 * i0 + i1 - 1".
  std::string print(mlir::AffineExpr);
  /// "i + j <= 7", positive terms on the left and negative ones on the right.
  std::string print_constraint(mlir::AffineExpr, bool equality);
  Interval interval(mlir::AffineExpr) const;

 private:
  struct Term {
    std::int64_t coefficient;
    std::string text;
  };
  struct Sum {
    std::vector<Term> terms;
    std::int64_t constant = 0;
  };

  void collect(mlir::AffineExpr, std::int64_t factor, Sum&);
  std::string print_division(mlir::AffineBinaryOpExpr);
  static std::string print_sum(const Sum&);

  std::vector<LoopVariable> dimensions_;
  Helpers& helpers_;
};

}  // namespace pom::backend
