// A table is constants: no compute writes it.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("smooth");
  var i("i", 0, 4);
  placeholder x("x", {4}, p_float32), w("w", {4}, p_float32);
  w.values({0.25, 0.75, 0.75, 0.25});
  compute s("s", {i}, x(i) * w(i), w(i));
  codegen();
}
