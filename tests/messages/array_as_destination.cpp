// expected: write the indices of the destination, as in B\(i, j\)
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("shifted");
  var i("i", 0, 32), j("j", 0, 32);
  placeholder A("A", {32, 32}), B("B", {32, 32});
  compute s("s", {i, j}, A(i, j) + 1, B);
  codegen();
}
