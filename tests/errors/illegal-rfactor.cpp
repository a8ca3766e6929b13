// Every prefix of the sum is stored, so that the sum has to be there in every iteration.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("prefix");
  var i("i", 0, 8);
  placeholder x("x", {8}, p_int32), y("y", {8}, p_int32);
  scalar sum("sum", p_int32);
  compute clear("clear", {}, sum = 0);
  compute add("add", {i}, sum += x(i));
  compute store("store", {i}, y(i) = sum);
  store.after(add, i);
  add.rfactor(i, 4);
  codegen();
}
