#pragma once
#include <string>

namespace pom {

/// `A.interface("m_axi", "gmem0")`: the protocol of a port of the generated function.
///
///     void f(float A[64])     →     #pragma HLS interface mode=m_axi port=A bundle=gmem0 depth=64 offset=slave
///
/// Arrays: "ap_memory" (the default), "bram", "m_axi" with a bundle (a master port; arrays of one bundle share it), and
/// streams: "axis" (AXI4-Stream, with `last`) and "ap_fifo". A stream brings each element once, in the order of their
/// addresses.
/// Scalar outputs, `int32_t *sum`: "ap_vld" (the default), "ap_none", "s_axilite" with a bundle, "m_axi".
/// Scalar constants: "ap_none" (the default), "ap_stable", "ap_vld", "s_axilite" with a bundle. The function itself,
/// `f.interface(…)`: "ap_ctrl_hs" (the tool's default), "ap_ctrl_chain", "ap_ctrl_none", "s_axilite".
/// Refused: an unknown mode for the kind of port, a bundle for a mode that has none, a port that no compute uses, a
/// local array, a second interface of the port; of a stream (`not-a-stream`), with the instances: another order, an
/// element twice or not at all, reads and writes of one array, computed indices, run-time extents. What reads in
/// another order takes A.buffer() or A.broadcast(), what writes so or adds up A.convert(); Channels::automatic and
/// auto_DSE do so.
/// In hardware: "m_axi" reaches memory off the chip, at one access a cycle and port; "s_axilite" lets a processor start
/// the design and set its arguments; a stream moves one element a cycle, from or to a neighbour or a DMA.
struct Interface {
  std::string port;  ///< an array, a constant, or "return" for the function
  std::string mode;
  std::string bundle;  ///< empty: the tool's choice
};

}  // namespace pom
