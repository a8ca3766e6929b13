// expected: std::min compares numbers while the program is declared; write p_min
#include <algorithm>

#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("limited");
  var i("i", 0, 8);
  placeholder A("A", {8});
  compute s("s", {i}, std::min(A(i) + 1, 255), A(i));
  codegen();
}
