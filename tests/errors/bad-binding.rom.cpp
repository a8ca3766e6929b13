// A ROM that is written.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("scale");
  var i("i", 0, 8);
  placeholder A("A", {8}, p_float32);
  compute s("s", {i}, A(i) + 1, A(i));
  A.bind_storage("rom_1p", "bram");
  codegen();
}
