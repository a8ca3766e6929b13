// Stage one finds the order of loops; what is said of arrays stays.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("rows");
  var i("i", 0, 8), j("j", 0, 16);
  placeholder A("A", {8, 16}, p_int32), B("B", {8}, p_int32);
  compute s("s", {i, j}, B(i) += A(i, j));
  A.partition({1, 4}, "cyclic");
  s.pipeline(j, 2);
  global::get_implicit_function()->transform_loops();
  CompileOptions options;
  options.write = false;
  options.quiet = true;
  codegen(options);
  return 1;
}
