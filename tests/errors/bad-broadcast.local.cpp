// A local array lies where every nest reads it.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("local");
  var i("i", 0, 8);
  placeholder x("x", {8}, p_int32), y("y", {8}, p_int32), z("z", {8}, p_int32);
  y.local();
  compute first("first", {i}, y(i) = x(i) + 1), second("second", {i}, z(i) = y(i) * 2);
  y.broadcast();
  codegen();
}
