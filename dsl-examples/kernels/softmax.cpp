// Softmax of rows in plain steps: the largest element, the exponentials and their sum, the quotient. Scalars per row
// are arrays of the row.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  constexpr int rows = 8, columns = 32;
  init("softmax");
  var r("r", 0, rows), c("c", 0, columns), d("d", 0, columns), e("e", 0, columns);
  placeholder x("x", {rows, columns}), y("y", {rows, columns});
  placeholder top("top", {rows}), sum("sum", {rows}), power("power", {rows, columns});
  top.local();
  sum.local();
  power.local();

  compute first("first", {r}, x(r, 0), top(r));
  compute find("find", {r, c}, p_max(top(r), x(r, c)), top(r));
  compute zero("zero", {r}, 0, sum(r));
  compute raise("raise", {r, d}, exp(x(r, d) - top(r)), power(r, d));
  compute add("add", {r, d}, sum(r) + power(r, d), sum(r));
  compute divide("divide", {r, e}, power(r, e) / sum(r), y(r, e));
  find.after(first, r);
  zero.after(find, r);
  raise.after(zero, r);
  add.after(raise, d);
  divide.after(add, r);

  find.pipeline(c, 1);
  add.pipeline(d);
  divide.pipeline(e, 1);
  codegen();
}
