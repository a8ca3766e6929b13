// Like program.cpp, with an array that the schedule itself adds, and banks of it.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("replayed");
  var i("i", 0, 16), j("j", 0, 16);
  placeholder A("A", {16, 16}, p_float32), B("B", {16, 16}, p_float32), C("C", {16, 16}, p_float32);
  compute s("s", {i, j}, A(i, j) * 3 + 1, B(i, j));
  compute t("t", {i, j}, A(i, j) * 2, C(i, j));
#ifdef POM_SCHEDULE
#include POM_SCHEDULE
  codegen("out/replayed");
#else
  A.broadcast();
  auto_DSE("out/found");
#endif
}
