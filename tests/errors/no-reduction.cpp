// Each iteration of i has an element of its own.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("rows");
  var i("i", 0, 8), j("j", 0, 8);
  placeholder A("A", {8, 8}, p_int32), y("y", {8}, p_int32);
  compute add("add", {i, j}, y(i) += A(i, j));
  add.rfactor(i, 4);
  codegen();
}
