// Estimates are made for sizes that the caller may give, of parameters that there are.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("scale");
  parameter N("N", 1, 64);
  var i("i", 0, N);
  placeholder A("A", {N}, p_int32);
  compute s("s", {i}, A(i) *= 3);
  CompileOptions options;
  options.sizes = {{"N", 65}, {"M", 8}};
  codegen(options);
}
