#pragma once
#include <llvm/ADT/DenseMap.h>
#include <mlir/IR/Operation.h>

#include <string>

#include "codegen/affine/pom_dialect.hpp"
#include "codegen/hls/expression_text.hpp"
#include "codegen/hls/index_text.hpp"

namespace pom::backend {

/// What C++ names stand for: loop variables, arguments, and temporaries.
struct Names {
  LoopVariables loops;
  llvm::DenseMap<mlir::Value, std::string> arguments;   ///< memrefs and scalars
  llvm::DenseMap<mlir::Value, ValueType> types;         ///< element or scalar type of the arguments
  llvm::DenseMap<mlir::Value, ir::StreamAttr> streams;  ///< arrays that are FIFOs: elements come and go in order
  llvm::DenseMap<mlir::Value, ir::StreamPort> ports;    ///< arguments that are streams
  llvm::DenseMap<mlir::Operation*, std::string> words;  ///< accesses to an element of a word: "A_word[lane]"
  llvm::DenseMap<mlir::Value, Text> temporaries;        ///< values that were given a variable of their own
};

}  // namespace pom::backend
