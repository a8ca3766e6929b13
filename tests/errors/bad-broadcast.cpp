// One nest writes what another one reads.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("written");
  var i("i", 0, 8);
  placeholder x("x", {8}, p_int32), y("y", {8}, p_int32), z("z", {8}, p_int32);
  compute first("first", {i}, y(i) = x(i) + 1), second("second", {i}, z(i) = y(i) * 2);
  y.broadcast();
  codegen();
}
