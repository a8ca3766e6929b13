// The program comes first, then its schedule.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("late");
  var i("i", 0, 8);
  placeholder x("x", {8}, p_int32), y("y", {8}, p_int32);
  compute first("first", {i}, y(i) = x(i) + 1);
  first.pipeline(i);
  x.broadcast();
  codegen();
}
