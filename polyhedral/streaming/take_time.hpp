#pragma once
#include <cstdint>
#include <optional>

#include "polyhedral/ir/scop.hpp"

namespace pom::poly {

/// When the consumer of a channel takes its tokens: at the beginning of an iteration of some of its loops.
struct TakeTime {
  int loops = 0;        ///< how many, outermost first
  isl::map when;        ///< { A[…] -> [l0, …] }, single-valued, of all that is sent
  bool spread = false;  ///< what one iteration of the loop around the innermost needs, during the one before
};

struct TakeSearch {
  std::optional<TakeTime> time;  ///< nothing where all tokens would have to be taken before the first loop
  bool complete = true;          ///< false: the work was broken off
};

/// Tokens for which there are places, beside those that come: with more, the pipeline would wait for what it takes.
constexpr double most_longer = 1.25;

/// { token -> [its coordinates, each less the least of all tokens with the same time] }
isl::map behind_first(const isl::map& when);

/// The smallest box around the tokens of any one time, in elements; 0: unbounded. { token -> [time] }
std::int64_t tokens_at_once(const isl::map& when);

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
/// one pixel. Inside of a pipelined loop nothing else will do, but that as many tokens may come together as the
/// producer pushes in one iteration, side by side; in other loops tokens also come in loops of their own. `together`:
/// { A[…] -> [time] }, the producer's iteration that pushes the token, the same for those that are pushed together.
TakeSearch find_take_time(const Consumer&, const isl::map& push, const isl::map& need, const isl::map& together);

/// { token -> [own loops] }: the array's coordinates where they have the order of the pushes, else these. What is
/// unrolled counts from the iteration's first token.
isl::map order_in_iteration(const isl::map& push, const TakeTime&, bool unrolled);

/// The innermost of so many own loops that runs more than once, or the last one: of a loop that runs once, newer
/// releases of the tool drop a directive, and unroll the loop around it. `values`: of the own loops.
unsigned innermost_running(const isl::set& values, unsigned loops);

}  // namespace pom::poly
