// The last value is neither an output nor returned, which auto_DSE says too.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("latest");
  var i("i", 0, 8);
  placeholder A("A", {8}, p_int32);
  scalar last("last", p_int32);
  compute s("s", {i}, last = A(i) * 2);
  DseOptions options;
  options.quiet = true;
  options.write = false;
  const Report report = auto_DSE(options);
  return report.verified ? 0 : 1;
}
