// Lesson 19: indices that depend on data.
//
// An index may be computed from what arrays hold. It must be proved to stay inside: by the type of what it reads, by
// `assume`, by a mask, a remainder or a clamp. Two iterations that may meet in one element keep their order.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  // A gather: reading orders nothing, so that an iteration starts every cycle.
  init("lesson_19_gather");
  var i("i", 0, 64);
  placeholder place("place", {64}, p_int32), value("value", {100}, p_float32), out("out", {64}, p_float32);
  place.assume(0, 99);
  compute gather("gather", {i}, value(place(i)) * 2, out(i));
  gather.pipeline(i, 1);
  codegen();

  // A histogram: the next iteration may need the element that this one writes.
  init("lesson_19_histogram");
  var n("n", 0, 256), b("b", 0, 16);
  placeholder x("x", {256}, p_uint(4)), h("h", {16}, p_int32);
  compute clear("clear", {b}, 0, h(b));
  compute count("count", {n}, h(x(n)) + 1, h(x(n)));
  count.pipeline(n, 3);
  codegen();

  // The same with four private copies: an element is met every fourth iteration at most, which is proved and written
  // into the kernel. A second nest adds the copies up.
  init("lesson_19_private");
  var q("q", 0, 4);
  placeholder bytes("bytes", {256}, p_uint(4)), copies("copies", {4, 16}, p_int32), counts("counts", {16}, p_int32);
  copies.local();
  compute empty("empty", {q, b}, 0, copies(q, b));
  compute tally("tally", {n}, copies(n % 4, bytes(n)) + 1, copies(n % 4, bytes(n)));
  compute none("none", {b}, 0, counts(b));
  compute sum("sum", {q, b}, counts(b) + copies(q, b), counts(b));
  tally.dependence(n, copies);
  tally.pipeline(n, 1);
  sum.pipeline(b, 1);
  codegen();

  // A sparse matrix by rows, at most six numbers in each: the sum takes those that are there. Both sides of a select
  // are computed, so that the place is clamped besides.
  init("lesson_19_sparse");
  var r("r", 0, 16), k("k", 0, 6);
  placeholder start("start", {17}, p_int32), column("column", {64}, p_uint(5)), entry("entry", {64}, p_float32),
      v("v", {32}, p_float32), product("product", {16}, p_float32);
  start.assume(0, 64);
  const expr at = p_min(start(r) + k, 63);
  compute zero("zero", {r}, 0, product(r));
  compute add("add", {r, k}, select(start(r) + k < start(r + 1), product(r) + entry(at) * v(column(at)), product(r)),
              product(r));
  add.after(zero, r);
  codegen();
}
