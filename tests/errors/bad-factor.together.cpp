// Independent mistakes are reported together.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("scaling");
  var i("i", 0, 8), j("j", 0, 8);
  placeholder A("A", {8}, p_float32), B("B", {8}, p_float32);
  compute s("s", {i}, A(i) * 2, A(j));
  compute t("t", {i}, B(i) * 2, B(i));
  t.split(i, 0);
  B.partition({2, 2}, "cyclic");
  codegen();
}
