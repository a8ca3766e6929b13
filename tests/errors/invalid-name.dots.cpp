// The parent of the directory that a name would become: it exists, but the name is what is wrong.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("..");
  var i("i", 0, 16);
  placeholder A("A", {16}, p_int32);
  compute s("s", {i}, A(i) + 1, A(i));
  codegen();
}
