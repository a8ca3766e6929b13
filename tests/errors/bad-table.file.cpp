// A table comes from a file that is there.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("window");
  var i("i", 0, 16);
  placeholder x("x", {16}, p_float32), w("w", {16}, p_float32), y("y", {16}, p_float32);
  w.values_from("no/such/window.npy");
  compute s("s", {i}, x(i) * w(i), y(i));
  codegen();
}
