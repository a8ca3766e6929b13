// expected: std::max compares numbers while the program is declared; write p_max
#include <algorithm>

#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("larger");
  var i("i", 0, 8);
  placeholder A("A", {8}), B("B", {8});
  compute s("s", {i}, std::max(A(i), B(i)), B(i));
  codegen();
}
