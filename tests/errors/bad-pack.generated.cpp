// The loops that are generated for the strips of a guarded nest take single elements, which only they tell.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("generated");
  var i("i", 0, 6), j("j", 0, 6), io("io"), jo("jo"), ii("ii"), ji("ji");
  placeholder A("A", {8, 13}), C("C", {6, 6});
  compute s("s", {i, j}, p_max(A(i + 2, 2 * j + 1), A(i, 2 * j)), C(i, j));
  s.where(i < 3 || j <= 1);
  s.tile(i, j, 2, 2, io, jo, ii, ji);
  s.separate(ii);
  C.interface("m_axi", "gmem");
  C.pack(2);
  codegen();
}
