// Which write of A is the nearest depends on remainders of sums of four loops: a warning says that it was not found.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("scatter");
  var i("i", 0, 12), j("j", 0, 12), k("k", 0, 12), l("l", 0, 12);
  placeholder A("A", {64}, p_int32), B("B", {64}, p_int32);
  compute s("s", {i, j, k, l}, A((i + 2 * j + 3 * k + l) % 7 + (3 * i + l) / 4) + B((i + k) % 3),
            A((5 * i + j + 2 * k) % 11 + (j + 4 * l) % 6));
  CompileOptions options;
  options.write = false;
  codegen(options);
  return 1;
}
