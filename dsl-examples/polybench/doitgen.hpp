#pragma once
// doitgen: each row A(r, q, .) is multiplied by C4; sum holds the new row until the old one has been read.
// Scheduled: the products run along s, outside the pipelined p: six results of a row at a time, none waits for itself.
#include "kernel.hpp"

namespace polybench {

inline pom::function doitgen(Dataset dataset, Plan plan) {
  const int NQ = pick(dataset, 8, 20, 40, 140, 220);
  const int NR = pick(dataset, 10, 25, 50, 150, 250);
  const int NP = pick(dataset, 12, 30, 60, 160, 270);
  pom::function f("doitgen");
  f.scope([&] {
    var r("r", 0, NR), q("q", 0, NQ), p("p", 0, NP), s("s", 0, NP);
    placeholder A("A", {NR, NQ, NP}, p_float64), C4("C4", {NP, NP}, p_float64), sum("sum", {NP}, p_float64);

    compute clear("clear", {r, q, p}, 0.0, sum(p));
    compute add("add", {r, q, p, s}, sum(p) + A(r, q, s) * C4(s, p), sum(p));
    compute store("store", {r, q, p}, sum(p), A(r, q, p));
    add.after(clear, p);
    store.after(add, q);

    if (plan == Plan::as_written) return;
    var p0("p0"), p1("p1");
    add.interchange(p, s);
    add.split(p, 6, p0, p1);
    add.after(clear, q);
    add.pipeline(p0, 1);
    add.unroll(p1, 6);
    clear.pipeline(p, 1);
    store.pipeline(p, 1);
    C4.partition({1, 6}, "cyclic");
    sum.partition({6}, "cyclic");
  });
  return f;
}

}  // namespace polybench
