#pragma once
#include <mlir/Dialect/Affine/IR/AffineOps.h>
#include <mlir/IR/BuiltinTypes.h>

#include <string>
#include <vector>

#include "codegen/hls/cpp_names.hpp"
#include "codegen/hls/names.hpp"

namespace pom::backend {

/// What stands around a loop over the elements of words, whose accesses in the loop are those of C++ variables then.
struct WordsOfLoop {
  struct Word {
    std::string declaration;  ///< "const hls::vector<float, 16> A_word = A[r][w]"
    std::string parts;        ///< the variable, where it is an array of what several ports hand over
  };
  std::vector<Word> declared;
  std::vector<std::string> behind;  ///< "A[r][w] = A_word"
};

/// Of the accesses right in the body of the loop, whose variable is called `lane`.
WordsOfLoop open_words(mlir::affine::AffineForOp, const std::string& lane, Names&, Helpers&, CppNames& declared);

/// The pragma that makes each element of a variable one of its own.
std::string dissolved_pragma(const std::string& variable, mlir::MLIRContext&);

/// "hls::vector<float, 16>"; of one lane "float".
std::string word_type(const std::string& element, std::int64_t lanes);
/// "[32][4]": of an array with words, in words.
std::string word_extents(mlir::MemRefType, std::int64_t lanes);

}  // namespace pom::backend
