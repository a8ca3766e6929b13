// The loop only reads the array.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("rows");
  var i("i", 0, 8), k("k", 0, 16);
  placeholder A("A", {8, 16}), y("y", {8});
  compute s("s", {i, k}, y(i) += A(i, k));
  s.accumulate_at(A, i);
  codegen();
}
