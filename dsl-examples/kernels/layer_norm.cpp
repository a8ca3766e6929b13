// Layer normalisation of rows in plain steps: mean, variance, one reciprocal root per row, scale and shift.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  constexpr int rows = 8, columns = 64;
  init("layer_norm");
  var r("r", 0, rows), c("c", 0, columns), d("d", 0, columns), e("e", 0, columns);
  placeholder x("x", {rows, columns}), scale("scale", {columns}), offset("offset", {columns}), y("y", {rows, columns});
  placeholder mean("mean", {rows}), variance("variance", {rows}), factor("factor", {rows});
  mean.local();
  variance.local();
  factor.local();

  compute zero("zero", {r}, 0, mean(r));
  compute add("add", {r, c}, mean(r) + x(r, c) * (1.0 / columns), mean(r));
  compute none("none", {r}, 0, variance(r));
  const expr apart = x(r, d) - mean(r);
  compute spread("spread", {r, d}, variance(r) + apart * apart, variance(r));
  compute root("root", {r}, rsqrt(variance(r) * (1.0 / columns) + 1e-5), factor(r));
  compute finish("finish", {r, e}, (x(r, e) - mean(r)) * factor(r) * scale(e) + offset(e), y(r, e));
  add.after(zero, r);
  none.after(add, r);
  spread.after(none, r);
  root.after(spread, r);
  finish.after(root, r);

  add.pipeline(c);
  spread.pipeline(d);
  finish.pipeline(e, 1);
  codegen();
}
