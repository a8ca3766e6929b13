#pragma once
#include <string>

#include "../var.hpp"

namespace pom {

/// `A.buffer_at(s, i)`: in each iteration of loop i of s, an array on the chip holds what the iteration uses of the
/// argument A.
///
///     for i                             for i                                    // a tile of 32
///       for j                              for x: A_buffer[x] = A[32 * i + x];   // load_A
///         s: … A[32 * i + j] …      →      for j
///                                            s: … A_buffer[j] …
///
/// `A.buffer()`: the whole function is the loop's one iteration, A is loaded before and stored behind all that it does.
/// All statements in loop i use the buffer. What they read before they write it is copied in before them, what they
/// write is copied out behind them; partial tiles and halos are exact. Where A lies behind `m_axi`, `partition`,
/// `reshape` and `bind_storage` of A speak of its buffers (`A.partition({1}, "cyclic")`: of one bank). Without them a
/// buffer has as many banks as serve pipelined loops; a power of two with two accesses each where it would be none.
/// Refused (`bad-buffer`): an array that is no argument or that no statement in the loop accesses, a loop that is, or
/// lies in, a pipelined or unrolled one, a second buffer of A in the same loop or inside of it, a `dataflow` function;
/// an unknown loop; more bytes than the device has (`buffer-too-large`).
/// `A.buffer_at(s, i, "A_tile")` gives the buffer a name, and the call is a handle for it: `partition`, `reshape` and
/// `bind_storage` of A_tile speak of this buffer alone, those of A of what is left open; a warning where nothing is.
/// In hardware: copies read the bus in bursts, one element a cycle, and what the loop computes waits for the chip only.
struct BufferAt {
  std::string array;
  std::string compute;  ///< s; empty: the whole function
  LoopRef loop;
  std::string name;  ///< of the buffer; empty: "<array>_buffer", or with a number where that is taken
};

}  // namespace pom
