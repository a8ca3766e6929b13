// "notes" is a file, so there is no directory in it.
#include <fstream>

#include <pom/pom.hpp>
using namespace pom;

int main() {
  std::ofstream("notes") << "buy milk\n";
  init("scaling");
  var i("i", 0, 8);
  placeholder A("A", {8}, p_float32);
  compute s("s", {i}, A(i) * 2, A(i));
  codegen("notes/scaling");
}
