// No size makes an extent negative, and a product of sizes is not affine.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("scale");
  parameter N("N", 1, 64);
  var i("i", 0, N);
  placeholder A("A", {N - 2}, p_int32), B("B", {N * N}, p_int32);
  compute s("s", {i}, A(0) += B(i));
  codegen();
}
