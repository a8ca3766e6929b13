// Mistakes in the schedules of two computes are reported together, and of one compute those that change no loops.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("scaling");
  var i("i", 0, 8), j("j", 0, 8), k("k");
  placeholder A("A", {8, 8}, p_float32), B("B", {8, 8}, p_float32);
  compute s("s", {i, j}, A(i, j) * 2, A(i, j));
  compute t("t", {i, j}, B(i, j) * 2, B(i, j));
  s.pipeline(k, 1);
  s.unroll(k);
  t.tile(j, i, 2, 2);
  codegen();
}
