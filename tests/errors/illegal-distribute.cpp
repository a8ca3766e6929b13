// The first statement needs what the second one wrote an iteration before.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("loopback");
  var i("i", 1, 8);
  placeholder A("A", {8}, p_float32), B("B", {8}, p_float32);
  compute first("first", {i}, A(i - 1) * 2, B(i));
  compute second("second", {i}, B(i) + 1, A(i));
  second.after(first, i);
  second.distribute(i);
  codegen();
}
