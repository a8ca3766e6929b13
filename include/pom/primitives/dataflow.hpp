#pragma once
#include <string>

namespace pom {

/// `f.dataflow()`: the top-level loop nests of the function run as concurrent processes.
///
///     for i … B[i] = f(A[i])          #pragma HLS dataflow
///     for i … C[i] = g(B[i])    →     f_process(A, B);          // B: a ping-pong buffer or, streamed, a FIFO
///                                     g_process(B, C);
///
/// Each nest becomes a function (see `inline_off`). A local array (`B.local()`) between two processes is a channel.
/// Refused, with the processes' names (`not-a-dataflow`): a local array that several processes write or several others
/// read, an argument array that two processes use and that is no channel.
/// In hardware: the next call's first nest overlaps this call's second; with FIFOs also within one call. The interval of
/// the function falls to its slowest process.
struct Dataflow {};

}  // namespace pom
