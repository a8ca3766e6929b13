// A field is known by its name.
#include <pom/pom.hpp>
#include <pom/record.hpp>
using namespace pom;

int main() {
  init("points");
  var i("i", 0, 8);
  struct_array P("P", {8}, {{"x", p_int16}, {"", p_int16}});
  placeholder B("B", {8}, p_int32);
  compute s("s", {i}, B(i) = P(i)("x"));
  codegen();
}
