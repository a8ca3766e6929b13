// Lesson 13: more ways to rearrange loops.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("lesson_13");
  const int N = 32;
  var i("i", 0, N), j("j", 0, N), k("k", 0, N), m("m", 1, N - 1);
  placeholder A("A", {N}, p_float32), B("B", {N}, p_float32), C("C", {N}, p_float32);

  // C needs B one element ahead, so the two loops cannot simply become one: B(i + 1) is not there yet in iteration i.
  compute blur("blur", {i}, A(i) * 0.5, B(i));
  compute sharpen("sharpen", {m}, 2 * B(m) - B(m - 1) - B(m + 1), C(m));
  // Delayed by one iteration the consumer finds what it needs, and the loops fuse: one control, one pipeline.
  sharpen.shift(m, 1).fuse(blur, i);
  // The first two iterations have no work for the consumer. Peeled off, they take the guard with them.
  blur.peel(i, 2);
  blur.pipeline(i, 1);

  // These two share their loops, but want different orders. distribute gives each one loops of its own, reorder names
  // the loops of one statement from the outside in.
  placeholder X("X", {N, N}, p_float32), Y("Y", {N, N}, p_float32), p("p", {N}, p_float32), q("q", {N}, p_float32);
  compute rows("rows", {i, j}, p(i) + X(i, j) * 0.1, p(i));
  compute columns("columns", {i, j}, q(j) + X(i, j) * Y(i, j), q(j));
  columns.after(rows, j);
  columns.distribute(i);
  rows.reorder({j, i});
  rows.pipeline(i, 1);
  columns.pipeline(j, 1);

  // D is read backward. Reversed, the reader walks in the writer's direction and can share its loop.
  placeholder D("D", {N}, p_float32), E("E", {N}, p_float32);
  compute forward("forward", {i}, A(i) + 1, D(i));
  compute backward("backward", {i}, D(N - 1 - i) * 2, E(i));
  backward.reverse(i).fuse(forward, i);

  // A triangle has full strips of four and cut ones. separate gives the full ones loops with constant bounds.
  var t("t", 0, k + 1), t0("t0"), t1("t1");
  placeholder L("L", {N, N}, p_float32);
  compute triangle("triangle", {k, t}, L(k, t) * 3, L(k, t));
  triangle.split(t, 4, t0, t1).separate(t1).unroll(t1, 4);
  codegen();
}
