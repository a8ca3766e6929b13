// Product of a sparse matrix in compressed rows with a vector; a row has at most `widest` numbers.
//
// The loop runs to the widest row, and takes the numbers that the row has. Both sides of a select are computed, so that
// the place of a number is clamped to those that there are.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  constexpr int rows = 32, columns = 48, numbers = 160, widest = 8;
  init("csr_product");
  var r("r", 0, rows), k("k", 0, widest);
  placeholder start("start", {rows + 1}, p_uint16), column("column", {numbers}, p_uint8),
      value("value", {numbers}, p_float32), x("x", {columns}, p_float32), y("y", {rows}, p_float32);
  start.assume(0, numbers);
  column.assume(0, columns - 1);

  const expr at = p_min(start(r) + k, numbers - 1);
  compute zero("zero", {r}, 0, y(r));
  compute add("add", {r, k}, select(start(r) + k < start(r + 1), y(r) + value(at) * x(column(at)), y(r)), y(r));
  add.after(zero, r);

  add.pipeline(k, 1);
  codegen();
}
