// A sum that starts nowhere.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("dot");
  var i("i", 0, 8);
  placeholder A("A", {8}), B("B", {8}), result("result", {1});
  scalar sum("sum");
  compute s("s", {i}, sum + A(i) * B(i), sum);
  compute last("last", {}, sum, result(0));
  codegen();
}
