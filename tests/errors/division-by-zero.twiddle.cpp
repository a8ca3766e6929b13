// No circle has no points.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("turn");
  const int points = 0;
  var i("i", 0, 8);
  placeholder_complex X("X", {8}), Y("Y", {8});
  simultaneous s("s", {i}, {{Y(i), X(i) * twiddle(1, points)}});
  codegen();
}
