// A tile runs S(i, j) for several i before it goes on in j.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("wave");
  var i("i", 1, 8), j("j", 0, 7), i0("i0"), j0("j0"), i1("i1"), j1("j1");
  placeholder A("A", {8, 8}, p_float32);
  compute S("S", {i, j}, A(i - 1, j + 1) * 2, A(i, j));
  S.tile(i, j, 2, 2, i0, j0, i1, j1);
  codegen();
}
