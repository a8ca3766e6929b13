// Hardware for floats comes in three widths.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("scaling");
  var i("i", 0, 8);
  placeholder A("A", {8}, Type{TypeKind::floating, 17}), B("B", {8}, p_float32);
  compute s("s", {i}, B(i) + cast(i, Type{TypeKind::brain_floating, 32}), B(i));
  codegen();
}
