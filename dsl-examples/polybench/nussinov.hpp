#pragma once
// nussinov: table(i, j) = the most pairs that bases i to j of an RNA can form (bases that add up to 3 pair).
// Scheduled: by wavefronts w, segments of one length: they only need shorter ones, so the pipelined loop over their
// starts carries nothing. The cut k runs outside it, counted from the start of the segment.
#include "kernel.hpp"

namespace polybench {

inline pom::function nussinov(Dataset dataset, Plan plan) {
  const int N = pick(dataset, 60, 180, 500, 2500, 5500);
  pom::function f("nussinov");
  f.scope([&] {
    var ip("ip", 1, N);         // the last base alone, ip = 0, has no segment
    const expr i = N - 1 - ip;  // runs backwards
    var j("j", i + 1, N);
    var next("next", i + 1, i + 2), beyond("beyond", i + 2, N);  // j = i + 1, which cannot pair with i, and the others
    var k("k", i + 1, j);
    placeholder seq("seq", {N}, pom::p_int8), table("table", {N, N}, p_int32);

    compute left("left", {ip, j}, p_max(table(i, j), table(i, j - 1)), table(i, j));
    compute below("below", {ip, j}, p_max(table(i, j), table(i + 1, j)), table(i, j));
    const expr match = select(seq(i) + seq(beyond) == 3, 1, 0);
    compute pair("pair", {ip, beyond}, p_max(table(i, beyond), table(i + 1, beyond - 1) + match), table(i, beyond));
    compute inner("inner", {ip, next}, p_max(table(i, next), table(i + 1, next - 1)), table(i, next));
    compute cut("cut", {ip, j, k}, p_max(table(i, j), table(i, k) + table(k + 1, j)), table(i, j));
    below.after(left, j);
    pair.after(below, j);
    inner.after(pair, beyond);
    cut.after(inner, next);

    if (plan == Plan::as_written) return;
    var w("w"), length("length");
    left.skew(ip, j, 1, 1, ip, w);
    below.skew(ip, j, 1, 1, ip, w);
    pair.skew(ip, beyond, 1, 1, ip, w);
    inner.skew(ip, next, 1, 1, ip, w);
    cut.skew(ip, j, 1, 1, ip, w);
    for (compute* step : {&left, &below, &pair, &inner, &cut}) step->interchange(ip, w);
    cut.after(inner, w);
    cut.skew(ip, k, 1, 1, ip, length);
    cut.interchange(ip, length);
    left.pipeline(ip, 1);
    cut.pipeline(ip, 1);
    table.partition({2, 2}, "cyclic");
  });
  return f;
}

}  // namespace polybench
