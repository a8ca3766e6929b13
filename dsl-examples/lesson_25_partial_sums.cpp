// Lesson 25: reductions in parts, and copies of what iterations share.
//
// A loop that adds to one element waits for the adder in every iteration, and iterations that use one scalar wait for
// each other. rfactor and expand change the program so that they need not.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("lesson_25");
  allow_reassociation();  // sums of floats depend on their order; sums of integers need no permission
  const int N = 64;
  var k("k", 0, N), i("i", 0, 16), j("j", 0, 32);
  placeholder x("x", {N}), y("y", {N}), A("A", {16, 32}, p_int32), r("r", {16}, p_int32);
  scalar sum("sum"), row("row", p_int32);
  sum.output();
  compute clear("clear", {}, sum = 0);
  compute dot("dot", {k}, sum += x(k) * y(k));
  compute start("start", {i}, row = 0);
  compute add("add", {i, j}, row += A(i, j));
  compute store("store", {i}, r(i) = row);
  add.after(start, i);
  store.after(add, i);

  // First what changes the program. It has handles, for the schedule, of the arrays and computes that it adds.
  // Eight products at a time are added up as a tree: each of eight partial results takes one product.
  var k0("k0"), k1("k1"), k0_0("k0_0"), k0_1("k0_1");
  dot.split(k, 8, k0, k1);
  auto [products, products_init, tree] = dot.rfactor(k1, 8, "products");
  // The trees' results go to four sums in turn, so that an adder of four cycles takes one in each.
  auto [turns, turns_init, total] = tree.rfactor(k0, 4, "turns");
  // Rows that are added up in one scalar come one after the other. With a scalar for each row, the loop over rows can
  // go inside, where additions to different rows overlap.
  const placeholder rows = add.expand(i, row, "rows");

  // Then the schedule of the changed program. rfactor has split k0 into k0_0 and k0_1.
  dot.pipeline(k0_1, 1).unroll(k1);
  turns_init.unroll(k0_1);
  tree.dependence(k0_1, turns);  // four iterations apart: it is proved, and the tool is told
  products.partition({8}, "complete");
  turns.partition({4}, "complete");
  x.partition({8}, "cyclic");
  y.partition({8}, "cyclic");
  add.distribute(i);
  store.distribute(i);
  add.interchange(i, j).pipeline(i, 1);
  rows.bind_storage("ram_2p", "lutram");
  codegen();
}
