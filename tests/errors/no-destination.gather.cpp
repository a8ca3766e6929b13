// Where do the neighbours' values go? Their indices are elements of an array of two dimensions.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("gather");
  var i("i", 0, 8), j("j", 0, 4);
  placeholder x("x", {64}), nb("nb", {8, 4}, p_uint(6)), y("y", {8, 4});
  compute s("s", {i, j}, x(nb(i, j)) * 2);
  codegen();
}
