#pragma once
#include <mlir/Dialect/Affine/IR/AffineOps.h>
#include <mlir/Dialect/Func/IR/FuncOps.h>

#include <cstdint>
#include <optional>

namespace pom::ir {

/// An access to one element of a word, in a loop over all elements of the word.
struct WordAccess {
  mlir::Value array;
  mlir::affine::AffineForOp lane;  ///< from 0 to the number of elements
  mlir::AffineMap word;            ///< the word in the operands of the access; the last index is its number in the row
  bool stores = false;
};

/// Elements of a word of the array, by its attribute pom.lanes; 1: it has none.
std::int64_t lanes_of(mlir::Value array);

/// How many arguments of the kernel the array is, which hand over a word together: its attribute pom.ports.
std::int64_t ports_of(mlir::Value array);

/// What the access is to an array of words. Nothing: its array has none, or it is no access that takes whole words. A
/// whole word is A[…][lanes * w + l] right in the body of a loop over l, and w and all other indices stay the same in
/// it.
std::optional<WordAccess> find_word(mlir::Operation& access);

/// Verifies pom.lanes on an argument: its rows are whole words, and so are all accesses to it.
mlir::LogicalResult verify_lanes(mlir::func::FuncOp, unsigned argument, mlir::Attribute value);

/// Verifies pom.ports on an argument: each hands over as many elements of a word, and callees have as many.
mlir::LogicalResult verify_ports(mlir::func::FuncOp, unsigned argument, mlir::Attribute value);

}  // namespace pom::ir
