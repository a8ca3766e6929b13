// How far a loop goes is no element of an array.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("sized");
  placeholder n("n", {1}, p_int32), A("A", {8});
  var i("i", 0, n(0));
  compute s("s", {i}, A(i) + 1, A(i));
  codegen();
}
