#pragma once
#include <optional>

#include "polyhedral/ir/scop.hpp"

namespace pom::poly {

/// When the consumer of a channel takes its tokens: at the beginning of an iteration of some of its loops.
struct TakeTime {
  int loops = 0;  ///< how many, outermost first
  isl::map when;  ///< { A[…] -> [l0, …] }, single-valued, of all that is sent
};

/// Of a statement of the consumer that reads the array, and the loops that all such statements share.
struct Consumer {
  const Statement& statement;
  int shared_loops = 0;
};

/// The latest time, in the innermost loops, at which every token is there when it is needed, tokens are taken in the
/// order in which they are pushed, and as many at a time as in the middle of a run. `push`: { A[…] -> [time] }, in the
/// producer's order, of all that may be sent; `need`: { A[…] -> [l0, …] }, the shared loops of the first read, of all
/// that must be. Nothing where all would have to be taken before the first loop.
///
/// Needs are extended beyond the consumer's own iterations, and to elements that it does not read: a window's first
/// rows come in iterations that do nothing else, and corners that it leaves out come too, so that each iteration takes
/// one pixel. Inside of a pipelined loop nothing else will do; in other loops tokens also come in loops of their own.
std::optional<TakeTime> find_take_time(const Consumer&, const isl::map& push, const isl::map& need);

}  // namespace pom::poly
