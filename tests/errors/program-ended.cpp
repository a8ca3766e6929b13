// A handler that was registered before the first compilation runs when what compilations need is gone.
#include <cstdlib>

#include <pom/pom.hpp>
using namespace pom;

void compile(const char* name) {
  init(name);
  var i("i", 0, 8);
  placeholder A("A", {8}, p_int32);
  compute s("s", {i}, A(i) + 1, A(i));
  CompileOptions options;
  options.quiet = true;
  options.write = false;
  codegen(options);
}

int main() {
  std::atexit([] { compile("late"); });
  compile("in_time");
}
