// Fused, `second` would read elements of B that `first` has not written yet.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("pair");
  var i("i", 0, 8), j("j", 0, 7);
  placeholder A("A", {8}, p_float32), B("B", {9}, p_float32);
  compute first("first", {i}, A(i) * 2, B(i));
  compute second("second", {j}, B(j + 1) + 1, A(j));
  first.split(i, 1);
  second.after(first, 0);
  codegen();
}
