// Data decide what is read.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("gather");
  var i("i", 0, 16);
  placeholder A("A", {256}), place("place", {17}, p_uint8), B("B", {16});
  compute s("s", {i}, B(i) = A(place(i)) + A(place(i + 1)));
  s.reuse_at(A, i);
  codegen();
}
