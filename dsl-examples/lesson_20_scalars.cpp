// Lesson 20: scalars, and stores as C++ writes them.
//
// A compute says what it stores: `C(i) = …`, `C(i) += …`. A scalar is one value that computes share: an accumulator, a
// flag, a result. It lives inside the kernel, in a register.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("lesson_20");
  var i("i", 0, 16), j("j", 0, 32);
  placeholder A("A", {16, 32}, p_int16), x("x", {32}, p_int16), y("y", {16}, p_int32);
  scalar sum("sum", p_int32), largest("largest", p_int32);

  // The kernel's result, beside y: an argument `int32_t *largest` with a signal that says when it is valid.
  // `largest.interface("s_axilite", "control")` would make it a register for a processor.
  largest.output();

  compute start("start", {}, largest = -2147483647);
  compute clear("clear", {i}, sum = 0);
  compute add("add", {i, j}, sum += A(i, j) * x(j));
  compute store("store", {i}, y(i) = sum);
  compute best("best", {i}, largest = p_max(largest, sum));
  add.after(clear, i);
  store.after(add, i);
  best.after(store, i);

  add.pipeline(j, 1);
  codegen();
}
