#pragma once
#include <string>

namespace pom {

/// `s.inline_off("layer")`: the outermost loop nest that holds s becomes a function of its own, which the top function
/// calls in its place.
///
///     void top(…) {               static void layer(float A[8], float B[8]) {
///       for i                     #pragma HLS inline off
///         B[i] = A[i] + 1    →      for i
///       for i                         B[i] = A[i] + 1
///         C[i] = B[i] + 1         }
///     }                           void top(…) { layer(A, B); layer(B, C); }
///
/// Nests that are given the same name share the function: they must be the same loops and statements over arrays of the
/// same types, shapes, banks, storage and ports, a FIFO for a FIFO. Outside of a dataflow they take turns on one module
/// (`#pragma HLS allocation function instances=layer limit=1`). Without a name it is called after s.
/// Refused: a name that is taken, a nest that has a function already, nests of one name that differ (`different-bodies`).
/// In hardware: the operators and the control of a repeated layer exist once (POM, section VII-D, the layers of a network).
struct InlineOff {
  std::string compute;
  std::string function;
};

}  // namespace pom
