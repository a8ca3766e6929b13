#pragma once
#include <string>

namespace pom {

/// `A.convert()`: a nest of its own copies A, in the order in which others read it.
///
///     for i, j  A[i][j] = f(i, j)          for i, j  A[i][j] = f(i, j)
///     for j, i  B[j][i] = g(A[i][j])  →    for A_1, A_0  A_converted[A_0][A_1] = A[A_0][A_1]     // convert_A
///                                          for j, i  B[j][i] = g(A_converted[i][j])
///
/// The call gives the copy and the new compute: `auto [B, c] = A.convert();`. Its loops are A's dimensions, in the
/// order of the loops that index them where A is read first; `c` may be scheduled as any other. It changes the program,
/// so it stands before every transformation of loops. Of an argument that is written, the program uses the copy, and
/// the nest brings it out at the end, in the order of addresses. Refused (`bad-convert`): an array of one value, one
/// that no other nest reads, or reads before it is written, a written argument whose first contents are read;
/// `late-rewriting`: after a transformation of loops. In hardware: the process that changes the order has the memory.
struct Convert {
  std::string array;
  std::string copy;  ///< the new array's name
};

}  // namespace pom
