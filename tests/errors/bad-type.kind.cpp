// A number that a cast makes into an enumerator names no type.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("scaling");
  var i("i", 0, 8);
  placeholder A("A", {8}, Type{static_cast<TypeKind>(77), 32});
  placeholder B("B", {8}, p_fixed(16, 8, static_cast<Quantization>(99), static_cast<Overflow>(77)));
  compute s("s", {i}, A(i) + B(i), B(i));
  codegen();
}
