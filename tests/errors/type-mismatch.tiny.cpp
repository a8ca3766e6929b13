// A number that a type holds only as 0 is another number: here nothing would be left of a guard against dividing by 0.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("tiny");
  var i("i", 0, 8);
  placeholder A("A", {8}), B("B", {8});
  compute guarded("guarded", {i}, A(i) = B(i) / (B(i) * B(i) + 1e-60));
  codegen();
}
