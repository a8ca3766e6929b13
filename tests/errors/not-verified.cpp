// No loop can be shortened, and all together have 2^26 iterations. That is a warning: the program ends with status 1 by
// itself, as all of these do.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("deep");
  std::vector<var> loops;
  for (char name = 'a'; name <= 'z'; ++name) loops.emplace_back(std::string(1, name), 0, 2);
  placeholder A("A", {2, 2}, p_int32);
  compute s("s", loops, A(loops.front(), loops.back()) + 1, A(loops.front(), loops.back()));
  CompileOptions options;
  options.quiet = true;
  options.write = false;
  const Report report = codegen(options);
  return report.verified ? 0 : 1;
}
