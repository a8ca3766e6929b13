// expected: no value yet: look at the kernel.s test bench
#include <iostream>

#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("printed");
  var i("i", 0, 32);
  placeholder A("A", {32}), B("B", {32});
  compute s("s", {i}, A(i) + 1, B(i));
  std::cout << A;
  codegen();
}
