// ^ is no power, as in C++.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("squares");
  var i("i", 0, 8);
  placeholder A("A", {8}), B("B", {8});
  compute s("s", {i}, A(i) ^ 2, B(i));
  codegen();
}
