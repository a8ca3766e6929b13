#pragma once
#include <string>

namespace pom {

/// `s.bind_op("mul", "fulldsp", 4)`: builds the multiplications of compute s from DSP blocks, with four pipeline stages.
///
///     A[i] = B[i] * C[i]     →     const float t0 = B[i] * C[i];
///                                  #pragma HLS bind_op variable=t0 op=fmul impl=fulldsp latency=4
///                                  A[i] = t0;
///
/// Operations: "add", "sub", "mul", "div", "sqrt", "exp", "log". Implementations, as far as the vendor has them for the
/// operation and its type (UG1399, bind_op): "fabric", "dsp" (integers), "meddsp", "fulldsp", "maxdsp", "primitivedsp"
/// (floats). A latency of -1 leaves the number of stages to the tool.
/// Refused: an operation that s does not have (the tool has none of bfloat16), an implementation that the operation's
/// type does not have, a latency below -1 or above the implementation's.
/// In hardware: trades DSP blocks against LUTs, operator by operator: where DSPs run out, adders in the fabric let the
/// multipliers have them.
struct BindOp {
  std::string compute;
  std::string operation, implementation;
  int latency = -1;  ///< cycles; -1: the tool's choice
};

}  // namespace pom
