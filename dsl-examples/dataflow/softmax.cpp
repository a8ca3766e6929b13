// A softmax over rows, as a dataflow of four nests. Two of them use x: one process reads it, and hands it on to both.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("softmax");
  const int rows = 16, columns = 32;
  var i("i", 0, rows), j("j", 0, columns);
  placeholder x("x", {rows, columns}), y("y", {rows, columns});
  placeholder top("top", {rows}), e("e", {rows, columns}), sum("sum", {rows});
  for (const placeholder& between : {top, e, sum}) between.local();

  compute top_0("top_0", {i}, top(i) = x(i, 0)), greatest("greatest", {i, j}, top(i) = p_max(top(i), x(i, j)));
  greatest.after(top_0, i);
  compute raise("raise", {i, j}, e(i, j) = exp(x(i, j) - top(i)));
  compute sum_0("sum_0", {i}, sum(i) = 0.0F), add("add", {i, j}, sum(i) += e(i, j));
  add.after(sum_0, i);
  compute share("share", {i, j}, y(i, j) = e(i, j) / sum(i));

  dataflow(Channels::automatic);
  codegen();
}
