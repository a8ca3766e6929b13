// The local array is written and never read, and "first" is written over. A warning: the program ends with status 1 by
// itself, as all of these do.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("doubled");
  var i("i", 0, 8);
  placeholder A("A", {8}, p_int32), B("B", {8}, p_int32), T("T", {8}, p_int32), U("U", {8}, p_int32);
  T.local();
  U.local();
  compute more("more", {i}, A(i) + 1, T(i));
  compute kept("kept", {i}, T(i) * 2, U(i));
  compute first("first", {i}, A(i), B(i));
  compute s("s", {i}, A(i) * 2, B(i));
  CompileOptions options;
  options.quiet = true;
  options.write = options.verify = false;
  codegen(options);
  return 1;
}
