// Two comparisons, written as mathematics writes them.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("inside");
  var i("i", 0, 32);
  placeholder A("A", {32}), B("B", {32});
  compute s("s", {i}, A(i), B(i));
  s.where(0 < i < 5);
  codegen();
}
