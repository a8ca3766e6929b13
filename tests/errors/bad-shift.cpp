// An int of 32 bits cannot be shifted by 32.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("halves");
  var i("i", 0, 8);
  placeholder A("A", {8}, p_int32);
  compute s("s", {i}, A(i) >> 32, A(i));
  codegen();
}
