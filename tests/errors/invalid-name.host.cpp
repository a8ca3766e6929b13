// A host program for a board includes XRT's headers, in which xrt is a namespace; without it the name is good.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("xrt");
  var i("i", 0, 8);
  placeholder A("A", {8}, p_float32);
  compute s("s", {i}, A(i) * 2, A(i));
  A.interface("m_axi", "gmem");
  CompileOptions options;
  options.verify = options.write = false;
  options.quiet = true;
  codegen(options);
  options.board = "kv260";
  codegen(options);
}
