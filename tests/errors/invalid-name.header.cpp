// A generated string.h would stand in the place of the C library's.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("string");
  var i("i", 0, 8);
  placeholder A("A", {8}, p_float32);
  compute s("s", {i}, A(i) * 2, A(i));
  codegen();
}
