#pragma once
#include <string>

#include "../var.hpp"

namespace pom {

/// `s.double_buffer(i)`: the loads of an iteration of loop i, its work and its stores run at the same time as those of
/// the iterations beside it.
///
///     for i                              for i                    // load of tile i + 1, work on i, store of i - 1
///       load_A: A_buffer = A[…]    →       #pragma HLS dataflow
///       s: … A_buffer …                    A_buffer, C_buffer     // two halves each: one is filled, one is used
///       store_C: C[…] = C_buffer           load_A_process(i, A, A_buffer)
///                                          s_process(i, A_buffer, C_buffer)
///                                          store_C_process(i, C, C_buffer)
///
/// The buffers are those that `buffer_at` places in i. All that is no copy of them is the work, whatever loops and
/// buffers it has inside; arrays that live around i are the work's alone. Arguments of one bundle are loaded by one
/// process, and stored by one. An array that is loaded and changed has a second array for the results, into which the
/// work copies what was loaded.
/// Refused (`bad-double-buffer`): a loop without buffers, twice the same loop, an element that is stored in an
/// iteration and loaded in a later one, work that goes by a bundle of the copies, a loop that does not count from 0 to
/// a number; an unknown loop.
/// In hardware: twice the memory for the buffers; an iteration takes as long as the slowest of load, work and store.
struct DoubleBuffer {
  std::string compute;
  LoopRef loop;
};

}  // namespace pom
