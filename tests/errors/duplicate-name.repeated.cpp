// A loop of C++ declares one compute again and again.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("elements");
  placeholder A("A", {2});
  for (int i = 0; i < 2; ++i) compute s("s", {}, A(i) + 1, A(i));
  codegen();
}
