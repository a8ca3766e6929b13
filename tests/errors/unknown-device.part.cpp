// The vendor's ordering code, and capitals, of a chip that is known by its name.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("scaling");
  var i("i", 0, 8);
  placeholder A("A", {8}, p_float32);
  compute s("s", {i}, A(i) * 2, A(i));
  CompileOptions options;
  options.device = "XC7Z020CLG400-1";
  codegen(options);
}
