// A sum along k and q keeps its order: additions of floats must not be exchanged.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("sums");
  var i("i", 0, 8), k("k", 0, 8), q("q", 0, 8);
  placeholder A("A", {8, 8, 8}, p_float32), sum("sum", {8}, p_float32);
  compute S("S", {i, k, q}, sum(i) + A(i, k, q), sum(i));
  S.interchange(k, q);
  codegen();
}
