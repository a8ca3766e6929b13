// A struct has the fields that it was declared with.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("fields");
  var i("i", 0, 8);
  struct_array P("P", {8}, {{"x", p_float32}, {"y", p_float32}});
  compute s("s", {i}, P(i)("z"), P(i)("x"));
  codegen();
}
