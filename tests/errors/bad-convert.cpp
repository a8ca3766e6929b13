// A sum goes on from what the caller put into the array.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("goes_on");
  var i("i", 0, 8), j("j", 0, 8);
  placeholder A("A", {8, 8}), B("B", {8});
  compute s("s", {i, j}, B(i) += A(i, j));
  B.convert();
  codegen();
}
