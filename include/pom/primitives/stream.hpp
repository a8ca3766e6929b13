#pragma once
#include <string>

namespace pom {

/// `B.stream(16)`: the local array B between two processes of a `dataflow` becomes a FIFO of 16 elements.
///
///     float B[64];     →     hls::stream<float, 16> B("B");
///                            // the producer does B.write(…), the consumer B.read()
///
/// Proved, not believed: a single compute writes B, each element once; a single compute reads it in a single access, each
/// element once; and the elements are read in the order in which they were written.
/// Refused: an array that is not local, a function without `dataflow`, a depth < 1, several writers or readers, an
/// element written or read twice or never, orders that part: with the first two elements that change places
/// (`not-a-stream`).
/// In hardware: the consumer starts as soon as the first element is there, and the buffer shrinks from the whole array to
/// the FIFO's depth.
struct Stream {
  std::string array;
  int depth = 2;  ///< elements
};

}  // namespace pom
