// Legal for the least size, illegal from 2 on: the error names the sizes of its evidence.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("wave");
  parameter N("N", 1, 64);
  var i("i", 1, N), j("j", 0, N - 1);
  placeholder A("A", {N, N}, p_int32);
  compute s("s", {i, j}, A(i, j) += A(i - 1, j + 1));
  s.interchange(i, j);
  codegen();
}
