// A table is built from a ROM.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("window");
  var i("i", 0, 4);
  placeholder x("x", {4}, p_float32), w("w", {4}, p_float32), y("y", {4}, p_float32);
  w.values({0.25, 0.75, 0.75, 0.25});
  compute s("s", {i}, x(i) * w(i), y(i));
  w.bind_storage("ram_2p", "bram");
  codegen();
}
