// Lesson 32: FIFOs by hand, with the storage that they need.
//
// Lesson 26 leaves channels to dataflow(Channels::automatic). Who declares a FIFO says what it cannot do: it has no
// place for a sum that is not finished, for what is read twice, and brings its elements in the order in which they were
// written. Each of that is a primitive; without it, the FIFO is refused with the instances that prove it.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("lesson_32");
  const int N = 16;
  var i("i", 0, N), j("j", 0, N), k("k", 0, N), y("y", 0, N), x("x", 0, N - 2);
  placeholder A("A", {N, N}), B("B", {N, N}), product("product", {N, N}), halved("halved", {N, N}),
      out("out", {N, N - 2});
  product.local();
  halved.local();
  compute clear("clear", {i, j}, product(i, j) = 0.0F), add("add", {i, j, k}, product(i, j) += A(i, k) * B(k, j));
  add.after(clear, j);
  compute scale("scale", {i, j}, halved(i, j) = product(i, j) / 2);
  // The transpose, smoothed along its rows.
  compute smooth("smooth", {y, x}, out(y, x) = halved(x, y) + halved(x + 1, y) + halved(x + 2, y));

  // It changes the program, so it comes first: a nest of its own copies `halved` in the order in which `smooth` reads
  // it.
  auto [turned, turn] = halved.convert("turned");

  dataflow();
  // Two nests with little work between them are one process, and `halved` stays inside of it.
  process("scale_and_turn", {scale, turn});
  // A sum is written once, when it is done: until then it stays in a register.
  add.accumulate_at(product, j);
  product.stream(4);
  // Three neighbours are read for each result: two of them were there before.
  smooth.pipeline(x, 1);
  smooth.reuse_at(turned, x);
  turned.stream(4);
  codegen();
}
