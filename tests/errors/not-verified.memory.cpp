// Seven elements at the end of an array of 2 GiB.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("tail");
  var i("i", 2147483640, 2147483647);
  placeholder A("A", {2147483647}, p_int8);
  compute s("s", {i}, A(i) ^ 1, A(i));
  CompileOptions options;
  options.quiet = true;
  options.write = false;
  const Report report = codegen(options);
  return report.verified ? 0 : 1;
}
