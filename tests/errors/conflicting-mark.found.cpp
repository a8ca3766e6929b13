// The search cuts the array into banks already; no line of the program says so.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("scaling");
  var i("i", 0, 64);
  placeholder A("A", {64}, p_int32);
  compute s("s", {i}, A(i) * 3, A(i));
  DseOptions options;
  options.quiet = true;
  options.write = false;
  auto_DSE(options);
  A.partition({2}, "block");
  codegen();
}
