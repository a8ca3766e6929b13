// Every element of the array would be a register of its own.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("registers");
  var i("i", 0, 1024), j("j", 0, 1024);
  placeholder A("A", {1024, 1024}, p_int32);
  compute s("s", {i, j}, A(i, j) + 1, A(i, j));
  A.partition({1024, 1024}, "cyclic");
  codegen();
}
