// The board's name as its maker writes it.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("scaling");
  var i("i", 0, 8);
  placeholder A("A", {8}, p_float32);
  compute s("s", {i}, A(i) * 2, A(i));
  CompileOptions options;
  options.board = "KV-260";
  codegen(options);
}
