// What an array holds may be any number of its type.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("gather");
  var i("i", 0, 8);
  placeholder A("A", {64}, p_float32), B("B", {8}, p_float32), place("place", {8}, p_int32);
  compute s("s", {i}, A(place(i)), B(i));
  codegen();
}
