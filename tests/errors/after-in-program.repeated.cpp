// Three warnings of one code about one line: the first is printed, the others are counted.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("chain");
  var i("i", 0, 8);
  placeholder A("A", {8}, p_float32), B("B", {8}, p_float32);
  compute first("first", {i}, A(i) * 2, A(i));
  first.pipeline(i);
  std::vector<compute> more;
  for (int n = 0; n < 3; ++n) {
    compute next("next" + std::to_string(n), {i}, A(i) + B(i) + n, B(i));
    next.after(more.empty() ? first : more.back(), i);
    more.push_back(next);
  }
  CompileOptions options;
  options.quiet = true;
  options.write = options.verify = false;
  codegen(options);
  return 1;
}
