#pragma once
// What correlation and covariance share: schedules for sums over the rows of their data.
#include "kernel.hpp"

namespace polybench {

/// clear(j), sum(j, i), divide(j) in one loop j become three nests, the sum with its columns j inside and four in
/// parallel: neighbouring columns belong to different sums.
inline void sum_rows_outermost(compute clear, compute sum, compute divide, const var& j, const var& i) {
  const var j0("j0"), j1("j1");
  sum.interchange(j, i);
  divide.after(sum, -1);
  sum.after(clear, -1);
  sum.split(j, 4, j0, j1);
  sum.pipeline(j0, 1);
  sum.unroll(j1, 4);
}

/// sum(c, d, k) over the pairs of columns d >= c gets a nest of its own, (k, c, d): one row k at a time is multiplied
/// with itself.
inline void multiply_row_by_row(compute clear, compute sum, compute finish, const var& c, const var& d, const var& k) {
  sum.interchange(c, k);
  sum.interchange(d, c);
  finish.after(sum, -1);
  sum.after(clear, -1);
  sum.pipeline(d, 1);
  sum.unroll(d, 4);
}

}  // namespace polybench
