// A header that generated files include makes NAN a macro.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("scaling");
  var i("i", 0, 8);
  placeholder A("NAN", {8}, p_float32);
  compute s("s", {i}, A(i) * 2, A(i));
  codegen();
}
