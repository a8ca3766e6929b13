// A statement of the first iteration only has its copies in front of the loop.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("firsts");
  var j("j", 0, 4), i("i", 0, 1);
  placeholder A("A", {4}, p_int32), B("B", {4}, p_int32), C("C", {4}, p_int32);
  compute s("s", {j}, A(j) + 1, B(j));
  compute t("t", {i}, C(i) * 2, B(i));
  t.after(s, j);
  C.interface("m_axi", "gmem");
  C.buffer_at(t, i);
  t.double_buffer(i);
  codegen();
}
