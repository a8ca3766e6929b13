// A message shows control characters, which would end it or steer the terminal.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("invisible");
  var i("i", 0, 8);
  placeholder A(std::string("A\0\033[2J", 6), {8}, p_int32);
  compute s("s", {i}, 1, A(i));
  codegen();
}
