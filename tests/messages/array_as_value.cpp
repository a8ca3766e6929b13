// expected: write the indices, as in A\(i, j\) for the array A
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("copy");
  var i("i", 0, 32);
  placeholder A("A", {32}), B("B", {32});
  compute s("s", {i}, A, B(i));
  codegen();
}
