// A struct without fields is no array.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("points");
  var i("i", 0, 8);
  placeholder A("A", {8}, p_int32);
  struct_array P("P", {8}, {});
  compute s("s", {i}, A(i) + 1, A(i));
  codegen();
}
