// A nest over words of an argument is not the function over its elements.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("layers");
  var i("i", 0, 8);
  placeholder A("A", {8}, p_int32), B("B", {8}, p_int32), C("C", {8}, p_int32);
  compute first("first", {i}, A(i) + 1, B(i));
  compute second("second", {i}, B(i) + 1, C(i));
  for (const placeholder& array : {A, B, C}) array.interface("m_axi", "bus");
  A.pack(4);
  first.split(i, 4);
  second.split(i, 4);
  first.inline_off("layer");
  second.inline_off("layer");
  codegen();
}
