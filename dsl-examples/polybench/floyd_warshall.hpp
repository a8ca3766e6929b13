#pragma once
// floyd_warshall: lengths of the shortest paths between all pairs of nodes; after step k over nodes up to k.
// Scheduled: k stays outermost, every element needs the step before; within a step i and j may be tiled in any way:
// they depend only on row k and column k. Four columns run in parallel.
#include "kernel.hpp"

namespace polybench {

inline pom::function floyd_warshall(Dataset dataset, Plan plan) {
  const int N = pick(dataset, 60, 180, 500, 2800, 5600);
  pom::function f("floyd_warshall");
  f.scope([&] {
    var k("k", 0, N), i("i", 0, N), j("j", 0, N);
    placeholder path("path", {N, N}, p_int32);

    compute relax("relax", {k, i, j}, p_min(path(i, j), path(i, k) + path(k, j)), path(i, j));

    if (plan == Plan::as_written) return;
    var i0("i0"), j0("j0"), i1("i1"), j1("j1");
    relax.tile(i, j, 2, 4, i0, j0, i1, j1);
    relax.pipeline(j0, 1);
    relax.unroll(i1, 2);
    relax.unroll(j1, 4);
    path.partition({2, 4}, "cyclic");
  });
  return f;
}

}  // namespace polybench
