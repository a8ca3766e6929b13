// The sum of the inner loop is part of that of the outer one.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("rows");
  var i("i", 0, 8), j("j", 0, 8), k("k", 0, 16);
  placeholder A("A", {8, 8, 16}), y("y", {8, 8});
  compute s("s", {i, j, k}, y(i, j) += A(i, j, k));
  s.accumulate_at(y, i);
  s.accumulate_at(y, j);
  codegen();
}
