// A sweep over sizes: every function has the same name, so each would replace the one before.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  for (int size : {8, 16}) {
    function scaling("scaling");
    scaling.scope([&] {
      var i("i", 0, size);
      placeholder A("A", {size}, p_float32);
      compute s("s", {i}, A(i) * 2, A(i));
    });
    CompileOptions options;
    options.path = "design";
    options.quiet = true;
    scaling.codegen(options);
  }
}
