// No such width.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("wide");
  var i("i", 0, 8);
  placeholder A("A", {8}, p_int(200));
  compute s("s", {i}, A(i) + 1, A(i));
  codegen();
}
