// The sum goes from iteration to iteration.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("running");
  var i("i", 0, 8);
  placeholder x("x", {8}, p_int32), y("y", {8}, p_int32);
  scalar last("last", p_int32);
  compute start("start", {}, last = 0);
  compute store("store", {i}, y(i) = last + x(i));
  compute keep("keep", {i}, last = x(i));
  keep.after(store, i);
  store.expand(i, last);
  codegen();
}
