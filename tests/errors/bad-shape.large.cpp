// No index of 32 bits reaches the end of this array.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("scaling");
  var i("i", 0, 8);
  placeholder A("A", {std::int64_t{1} << 40}, p_float32);
  compute s("s", {i}, A(i) * 2, A(i));
  codegen();
}
