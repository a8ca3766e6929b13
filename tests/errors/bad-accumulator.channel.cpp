// Automatic channels keep sums by themselves.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("two");
  var i("i", 0, 8), k("k", 0, 16);
  placeholder A("A", {8, 16}), y("y", {8}), z("z", {8});
  y.local();
  compute clear("clear", {i}, y(i) = 0.0F);
  compute s("s", {i, k}, y(i) += A(i, k));
  s.after(clear, i);
  compute t("t", {i}, z(i) = y(i) * 2);
  dataflow(Channels::automatic);
  s.accumulate_at(y, i);
  codegen();
}
