// y leaves the function: it has no copies.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("visible");
  var i("i", 0, 8);
  placeholder x("x", {8}, p_int32), y("y", {1}, p_int32);
  compute store("store", {i}, y(0) = x(i));
  store.expand(i, y);
  codegen();
}
