// Values beside themselves, and an array that is only written: compilers warn of the plain text of both.
#include <pom/pom.hpp>
using namespace pom;

void compared() {
  init("compared");
  var i("i", 0, 16);
  placeholder x("x", {16}, p_int32), y("y", {16}, p_uint8), z("z", {16}, p_float32), r("r", {16}, p_int32);
  compute s("s", {i},
            select(x(i) == x(i), 1, 0) + select(y(i) < y(i), 2, 0) + select(y(i) >= y(i), 4, 0) +
                select(z(i) == z(i), 8, 0) + p_min(x(i), x(i)) / 64 + p_max(y(i), y(i)),
            r(i));
  codegen();
}

void forgotten() {
  init("forgotten");
  var i("i", 0, 16);
  placeholder x("x", {16}, p_int32), kept("kept", {16}, p_int32), r("r", {16}, p_int32);
  kept.local();
  compute s("s", {i}, x(i) / 2, r(i)), t("t", {i}, x(i) - 1, kept(i));
  codegen();
}

void nothing_leaves() {
  init("nothing_leaves");
  var i("i", 0, 16);
  placeholder kept("kept", {16}, p_int32);
  kept.local();
  compute s("s", {i}, i, kept(i));
  codegen();
}

int main() {
  compared();
  forgotten();
  nothing_leaves();
}
