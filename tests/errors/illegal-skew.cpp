// The producer and the consumer share both loops; skewing one of them lets the consumer run first.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("pair");
  var i("i", 0, 8), j("j", 0, 8);
  placeholder A("A", {8, 8}, p_float32), B("B", {8, 8}, p_float32);
  compute first("first", {i, j}, A(i, j) * 2, A(i, j));
  compute second("second", {i, j}, A(i, j) + 1, B(i, j));
  second.after(first, j);
  first.skew(i, j, 1, 1);
  codegen();
}
