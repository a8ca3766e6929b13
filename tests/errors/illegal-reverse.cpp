// Each element needs the one before.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("prefix");
  var i("i", 1, 8);
  placeholder A("A", {8}, p_float32);
  compute S("S", {i}, A(i - 1) + A(i), A(i));
  S.reverse(i);
  codegen();
}
