// The k nearest of n points to a query: a chain of k slots keeps the smallest squared distances in order while the
// points stream by, and the points' numbers beside them. What a slot does not keep, it passes on to the next one.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  constexpr int n = 64, dimensions = 3, k = 5;
  constexpr std::int64_t far = std::int64_t{1} << 60;
  init("k_nearest");
  var p("p", 0, n), d("d", 0, dimensions), s("s", 0, k), x("x", 0, k);
  placeholder point("point", {n, dimensions}, p_int16), query("query", {dimensions}, p_int16);
  placeholder distance("distance", {k}, p_int64), number("number", {k}, p_int32);
  placeholder squared("squared", {n}, p_int64), kept("kept", {k}, p_int64), kept_number("kept_number", {k}, p_int32);
  placeholder moving("moving", {k + 1}, p_int64), moving_number("moving_number", {k + 1}, p_int32);
  placeholder enters("enters", {k}, p_uint8);
  for (const placeholder& local : {squared, kept, kept_number, moving, moving_number, enters}) local.local();

  compute empty("empty", {s}, far, kept(s));
  compute nobody("nobody", {s}, -1, kept_number(s));
  compute zero("zero", {p}, 0, squared(p));
  const expr apart = cast(point(p, d), p_int64) - query(d);
  compute add("add", {p, d}, squared(p) + apart * apart, squared(p));
  add.after(zero, p);

  compute arrive("arrive", {p}, squared(p), moving(0));
  compute arrive_number("arrive_number", {p}, p, moving_number(0));
  // Of equal distances, the point that came first is the nearer one.
  const expr is_nearer = moving(s) < kept(s) || (moving(s) == kept(s) && moving_number(s) < kept_number(s));
  compute decide("decide", {p, s}, select(is_nearer, 1, 0), enters(s));
  compute pass("pass", {p, s}, select(enters(s) != 0, kept(s), moving(s)), moving(s + 1));
  compute pass_number("pass_number", {p, s}, select(enters(s) != 0, kept_number(s), moving_number(s)),
                      moving_number(s + 1));
  compute keep("keep", {p, s}, select(enters(s) != 0, moving(s), kept(s)), kept(s));
  compute keep_number("keep_number", {p, s}, select(enters(s) != 0, moving_number(s), kept_number(s)), kept_number(s));
  arrive_number.after(arrive, p);
  decide.after(arrive_number, p);
  pass.after(decide, s);
  pass_number.after(pass, s);
  keep.after(pass_number, s);
  keep_number.after(keep, s);
  compute result("result", {x}, kept(x), distance(x));
  compute result_number("result_number", {x}, kept_number(x), number(x));

  // All slots are registers, so that a point is compared with all of them at once.
  zero.pipeline(p, 1);
  arrive.pipeline(p, 1);
  for (const placeholder& slots : {kept, kept_number, enters}) slots.partition({k}, "complete");
  for (const placeholder& chain : {moving, moving_number}) chain.partition({k + 1}, "complete");
  point.partition({1, dimensions}, "cyclic");
  query.partition({dimensions}, "complete");
  codegen();
}
