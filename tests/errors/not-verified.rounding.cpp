// Of sums of so many small numbers, every order of the terms gives another result. That is a warning: the program ends
// with status 1 by itself, as all of these do.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("sums");
  allow_reassociation();
  var i("i", 0, 4), j("j", 0, 3000);
  placeholder A("A", {4, 3000}, p_half), B("B", {4}, p_half);
  compute s("s", {i, j}, B(i) += A(i, j));
  s.reverse(j);
  CompileOptions options;
  options.quiet = true;
  options.write = false;
  const Report report = codegen(options);
  return report.verified ? 0 : 1;
}
