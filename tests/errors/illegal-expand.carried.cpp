// The second statement reads what the iteration before has left.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("running");
  var i("i", 0, 8), j("j", 0, 4);
  placeholder x("x", {8, 4}, p_int32), y("y", {8}, p_int32), t("t", {5}, p_int32);
  t.local();
  compute fill("fill", {i, j}, t(j) = x(i, j));
  compute first("first", {i}, t(4) = t(0));
  compute store("store", {i}, y(i) = t(4) + t(1));
  first.after(fill, i);
  store.after(first, i);
  fill.where(i + j < 8);
  store.expand(i, t);
  codegen();
}
