// Nests behind different ports cannot be one function.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("layers");
  var i("i", 0, 8);
  placeholder A("A", {8}, p_float32), B("B", {8}, p_float32), C("C", {8}, p_float32);
  A.interface("m_axi", "bus");
  compute first("first", {i}, A(i) * 2, B(i));
  compute second("second", {i}, B(i) * 2, C(i));
  first.inline_off("layer");
  second.inline_off("layer");
  codegen();
}
