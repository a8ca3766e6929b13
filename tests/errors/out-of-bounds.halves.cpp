// A pair of the array is one element short where N is odd.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("pairs");
  parameter N("N", 1, 16);
  var i("i", 0, N);
  placeholder A("A", {N / 2 + 1}), B("B", {N});
  compute s("s", {i}, A(i), B(i));
  codegen();
}
