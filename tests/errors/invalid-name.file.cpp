// The project's schedule.cpp would take the place of the kernel.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("schedule");
  var i("i", 0, 8);
  placeholder A("A", {8}, p_float32);
  compute s("s", {i}, A(i) * 2, A(i));
  auto_DSE();
}
