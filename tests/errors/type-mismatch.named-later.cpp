// What is said of a compute that was refused is not judged: its name is no second mistake.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("sums");
  var i("i", 0, 8);
  placeholder A("A", {8}, p_int16), B("B", {8}, p_int16), C("C", {8}, p_int16);
  compute s("s", {i}, A(i) = A(i) + B(i));
  compute t("t", {i}, C(i) = B(i));
  A.interface("m_axi", "a");
  A.buffer_at(s, i);
  A.buffer_at(s, i, "kept").partition({2}, "cyclic");
  s.expand(i, A).partition({2, 1}, "cyclic");
  dataflow();
  process("p", {t, s});
  codegen();
}
