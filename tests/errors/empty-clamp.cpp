// The ends of a clamp stand the wrong way round, in a value and in an index.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("kernel");
  var i("i", 0, 8);
  placeholder A("A", {8}, p_int32), x("x", {8}, p_float32);
  compute s("s", {i}, clamp(A(clamp(i, 7, 0)), 255, 0), A(i));
  compute t("t", {i}, clamp(x(i), 1.0, -1.0), x(i));
  codegen();
}
