// Nobody deletes the function. A warning: the program itself ends with status 1, as all of these do.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  function& scaling = *new function("scaling");
  scaling.scope([] {
    var i("i", 0, 8);
    placeholder A("A", {8}, p_float32);
    compute s("s", {i}, A(i) * 2, A(i));
  });
  return 1;
}
