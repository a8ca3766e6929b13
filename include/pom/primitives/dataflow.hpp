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
/// `f.dataflow(Channels::automatic)`: every local array between two nests becomes a FIFO, with the storage that the
/// two orders ask for: the producer sends an element behind its last write, the consumer takes it before it first reads
/// it into a buffer that keeps only what is alive at once (a window, lines, a row; also where indices are clamped or
/// mirrored at a border, or guarded by a `select`); several consumers have a FIFO each.
///
///     B[i] = f(A[i])                  for (i < 64) B.write(f(A[i]));
///     C[i] = B[i] + B[i + 1]    →     for (i = -1; i < 63) { kept[0] = kept[1]; kept[1] = B.read(); if (i >= 0) C[i] = … }
/// In pipelined loops it moves through registers and lines, and tokens of one iteration through FIFOs side by side.
/// An array whose elements are all needed before the first loop stays a memory, and the table of channels says why.
/// Refused, with the processes' names (`not-a-dataflow`): an array that several processes write (automatic channels make
/// them one) or, declared, several read; an argument of two (automatic channels have a nest for one that is only read, or
/// whose first contents nobody reads); a bundle that two read, or write; both forms in one function (`conflicting-mark`).
/// In hardware: the next call's first nest overlaps this call's second; with FIFOs also within one call. The interval of
/// the function falls to its slowest process.
enum class Channels { declared, automatic };

struct Dataflow {
  Channels channels = Channels::declared;
};

}  // namespace pom
