// Tiles with a halo that the tile before stores: the next load would run ahead of that.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("scan");
  var t("t", 0, 4), i("i", 1, 65), i0("i0"), i1("i1");
  placeholder A("A", {65});
  compute s("s", {t, i}, A(i) = A(i - 1) + A(i));
  s.split(i, 16, i0, i1);
  A.interface("m_axi", "gmem");
  A.buffer_at(s, i0);
  s.double_buffer(i0);
  codegen();
}
