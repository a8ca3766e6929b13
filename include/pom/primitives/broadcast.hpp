#pragma once
#include <string>

namespace pom {

/// `A.broadcast("A_in")`: one nest reads the argument A, and hands it on to all others that use it.
///
///     for i … B[i] = f(A[i])          for x: A_in[x] = A[x];          // read_A_in
///     for j … C[j] = g(A[j])    →     for i … B[i] = f(A_in[i])
///                                     for j … C[j] = g(A_in[j])
///
/// A_in is a local array of A's shape. The call gives the new compute, `auto read = A.broadcast("A_in");`, whose
/// `read.array` is a handle for A_in: `read.array.partition(…)`. It changes the program, so it stands before every
/// transformation of loops. In a `dataflow(Channels::automatic)` whose nests are not fused it is there by itself, for
/// each argument that several nests read and none writes, and for those behind `m_axi` that are read in another order
/// than that of their addresses, or more than once.
/// Refused: `bad-broadcast`: A is no argument, has no dimension, is written, or nothing reads it; `late-rewriting`:
/// after a transformation of loops.
/// In hardware: a port belongs to one process; what the others take of A comes through FIFOs from the one that reads it.
struct Broadcast {
  std::string array;
  std::string copy;  ///< the new array's name
};

}  // namespace pom
