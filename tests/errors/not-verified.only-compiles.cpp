// It compiles, and links nothing. A warning: the program ends with status 1 by itself, as all of these do.
#include <pom/pom.hpp>

#include <cstdlib>
using namespace pom;

int main() {
  setenv("CXX", "c++ -c", 1);
  init("doubled");
  var i("i", 0, 8);
  placeholder A("A", {8}, p_int32), B("B", {8}, p_int32);
  compute s("s", {i}, A(i) * 2, B(i));
  CompileOptions options;
  options.quiet = true;
  options.write = false;
  const Report report = codegen(options);
  return report.verified ? 0 : 1;
}
