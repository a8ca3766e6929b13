// s2 has one loop and cannot share two.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("sums");
  var i("i", 0, 8), j("j", 0, 8);
  placeholder A("A", {8, 8}, p_float32), B("B", {8}, p_float32);
  compute s1("s1", {i, j}, A(i, j) * 2, A(i, j));
  compute s2("s2", {i}, B(i) * 2, B(i));
  s2.after(s1, j);
  codegen();
}
