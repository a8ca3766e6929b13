#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace pom {

/// `A.reshape({f1, f2}, "cyclic")`: puts elements of array A side by side into wider words.
///
///     A[8] of 16 bits, cyclic, factor 2: word 0 holds A[0] and A[1], word 1 holds A[2] and A[3] …: 4 words of 32 bits
///     A[8] of 16 bits, block,  factor 2: word 0 holds A[0] and A[4], word 1 holds A[1] and A[5] …
///
/// Arguments as in `partition`.
/// Refused: what `partition` refuses; a dimension that is partitioned already.
/// In hardware: like a partition it makes several elements available in one cycle, but in one memory: fewer block RAMs
/// and address decoders, as long as the elements of one word are used together.
struct Reshape {
  std::string array;
  std::vector<std::int64_t> factors;
  std::vector<std::string> kinds;  ///< one per dimension
};

}  // namespace pom
