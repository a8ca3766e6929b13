// Somebody has edited the test bench since libpom wrote it.
#include <fstream>

#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("scaling");
  var i("i", 0, 8);
  placeholder A("A", {8}, p_float32);
  compute s("s", {i}, A(i) * 2, A(i));
  CompileOptions options;
  options.path = "design";
  options.quiet = true;
  codegen(options);
  std::ofstream("design/scaling_tb.cpp", std::ios::app) << "// with the data of the customer\n";
  std::ofstream("design/run_hls.tcl", std::ios::app) << "exit\n";
  s.pipeline(i, 1);
  codegen(options);
}
