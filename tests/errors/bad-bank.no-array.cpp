// There is no array of the name.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("scaling");
  var i("i", 0, 8);
  placeholder samples("samples", {8}, p_float32);
  compute s("s", {i}, samples(i) * 2, samples(i));
  samples.interface("m_axi", "gmem0");
  CompileOptions options;
  options.board = "kv260";
  options.banks = {{"sample", "HP0"}};
  codegen(options);
}
