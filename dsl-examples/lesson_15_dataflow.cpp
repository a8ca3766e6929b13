// Lesson 15: functions that are shared, and processes that run side by side.
#include <pom/pom.hpp>
using namespace pom;

/// Three layers of a network.
void layers() {
  init("lesson_15_layers");
  const int N = 32;
  var i("i", 1, N - 1);
  constant w1("w1"), w2("w2"), w3("w3");
  placeholder x0("x0", {N}, p_float32), x1("x1", {N}, p_float32), x2("x2", {N}, p_float32), x3("x3", {N}, p_float32);

  // Layers that are the same but for their arrays and arguments share one function, and with it one set of operators.
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

/// A chain of three processes that work at the same time.
void chain() {
  init("lesson_15");
  const int N = 32;
  var i("i", 0, N), j("j", 0, N);
  placeholder A("A", {N, N}, p_float32), out("out", {N}, p_float32);

  // What stands between the processes is local: it exists inside the generated function only.
  placeholder scaled("scaled", {N, N}, p_float32), sum("sum", {1}, p_float32), total("total", {N}, p_float32);
  scaled.local();
  sum.local();
  total.local();

  compute load("load", {i, j}, A(i, j) * 0.5, scaled(i, j));

  // The middle process is a reduction. It adds up in an element of its own and hands each total on when it is complete:
  // a FIFO's element is written once.
  compute clear("clear", {i}, 0, sum(0));
  compute add("add", {i, j}, sum(0) + scaled(i, j), sum(0));
  compute pass("pass", {i}, sum(0), total(i));
  add.after(clear, i);
  pass.after(add, i);

  compute store("store", {i}, total(i) / N, out(i));

  load.pipeline(j, 1);
  add.pipeline(j, 1);
  store.pipeline(i, 1);
  // Every top-level nest becomes a process …
  dataflow();
  // … and because each element is written once, and read once in the same order, FIFOs of a few elements can take the
  // arrays' place: the next process starts with the first element. The library proves the order, or refuses.
  scaled.stream(4);
  total.stream(2);
  codegen();
}

int main() {
  layers();
  chain();
}
