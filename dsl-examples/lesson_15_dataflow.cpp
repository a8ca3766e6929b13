// Lesson 15: processes that run side by side.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  // First a chain of three processes. What stands between them is local: it exists inside the generated function only.
  function chain("lesson_15");
  chain.scope([] {
    const int N = 32;
    var i("i", 0, N), j("j", 0, N);
    placeholder A("A", {N, N}, p_float32), out("out", {N}, p_float32);
    placeholder scaled("scaled", {N, N}, p_float32), sum("sum", {1}, p_float32), total("total", {N}, p_float32);
    scaled.local();
    sum.local();
    total.local();

    compute load("load", {i, j}, A(i, j) * 0.5, scaled(i, j));

    // The middle process is a reduction. It adds up in one element and hands each total on when it is complete: a
    // FIFO's element is written once.
    compute clear("clear", {i}, 0, sum(0));
    compute add("add", {i, j}, sum(0) + scaled(i, j), sum(0));
    compute pass("pass", {i}, sum(0), total(i));
    add.after(clear, i);
    pass.after(add, i);

    compute store("store", {i}, total(i) * total(i), out(i));

    // Each array is written once per element, and read once per element in the same order. The library proves it, so
    // FIFOs of a few elements can take the arrays' place, and all three processes work at the same time.
    scaled.stream(4);
    total.stream(2);
    load.pipeline(j, 1);
    add.pipeline(j, 1);
    store.pipeline(i, 1);
  });
  chain.dataflow();
  chain.codegen();

  // Layers that are the same but for their arrays share one function, and with it one set of operators.
  init("lesson_15_layers");
  const int N = 32;
  var i("i", 1, N - 1);
  constant w1("w1"), w2("w2"), w3("w3");
  placeholder x0("x0", {N}, p_float32), x1("x1", {N}, p_float32), x2("x2", {N}, p_float32), x3("x3", {N}, p_float32);
  const auto layer = [&](const char* name, const placeholder& from, const placeholder& to, const constant& weight) {
    compute s(name, {i}, p_max(0, (from(i - 1) + from(i) + from(i + 1)) * weight), to(i));
    s.pipeline(i, 1);
    s.inline_off("layer");
  };
  layer("first", x0, x1, w1);
  layer("second", x1, x2, w2);
  layer("third", x2, x3, w3);
  codegen();
}
