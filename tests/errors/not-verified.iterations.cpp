// After the skew, 64 instances lie far apart in a loop of 10^9 iterations.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("sparse");
  var i("i", 0, 8), j("j", 0, 8);
  placeholder A("A", {8, 8}, p_int32);
  compute s("s", {i, j}, A(i, j) + 1, A(i, j));
  s.skew(0, 1, 100000007, 1);
  s.interchange(0, 1);
  CompileOptions options;
  options.quiet = true;
  options.write = false;
  const Report report = codegen(options);
  return report.verified ? 0 : 1;
}
