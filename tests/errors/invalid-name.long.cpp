// Names become file names and C++ identifiers.
#include <pom/pom.hpp>

#include <string>
using namespace pom;

int main() {
  init("scaling");
  var i("i", 0, 8);
  placeholder A(std::string(300, 'a'), {8}, p_float32);
  compute s("s", {i}, A(i) * 2, A(i));
  codegen();
}
