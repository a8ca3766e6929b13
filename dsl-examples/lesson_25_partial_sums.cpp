// Lesson 25: reductions in parts, and copies of what iterations share.
//
// A loop that adds to one element waits for the adder in every iteration, and iterations that use one scalar wait for
// each other. rfactor and expand change the program so that they need not; what they add has handles for the schedule.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("lesson_25");
  allow_reassociation();  // sums of floats depend on their order; sums of integers need no permission
  const int N = 64;
  var k("k", 0, N), k0("k0"), k1("k1"), k0_0("k0_0"), k0_1("k0_1");
  placeholder x("x", {N}), y("y", {N});
  scalar sum("sum");
  sum.output();
  compute clear("clear", {}, sum = 0);
  compute dot("dot", {k}, sum += x(k) * y(k));

  // Eight products at a time, added up as a tree: each of the eight partial results takes one product.
  dot.split(k, 8, k0, k1);
  const auto [products, products_init, tree] = dot.rfactor(k1, 8, "products");
  // The trees' results go to four sums in turn, so that an adder of four cycles takes one in each.
  const auto [turns, turns_init, total] = tree.rfactor(k0, 4, "turns");

  // Rows that are added up in one scalar come one after the other. With a scalar for each row, the additions to
  // different rows overlap: the loop over rows goes inside.
  var i("i", 0, 16), j("j", 0, 32);
  placeholder A("A", {16, 32}, p_int32), r("r", {16}, p_int32);
  scalar row("row", p_int32);
  compute start("start", {i}, row = 0);
  compute add("add", {i, j}, row += A(i, j));
  compute store("store", {i}, r(i) = row);
  add.after(start, i);
  store.after(add, i);
  const placeholder rows = add.expand(i, row, "rows");

  // From here on the schedule is one of the changed program. Its loops k0_0 and k0_1 are those of rfactor.
  dot.pipeline(k0_1, 1).unroll(k1);
  products.partition({8}, "complete");
  turns.partition({4}, "complete");
  turns_init.unroll(k0_1);
  x.partition({8}, "cyclic");
  y.partition({8}, "cyclic");
  add.distribute(i);
  store.distribute(i);
  add.interchange(i, j).pipeline(i, 1);
  rows.bind_storage("ram_2p", "lutram");
  codegen();
}
