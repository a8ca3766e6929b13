// Arrays alone make no program.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("nothing");
  placeholder A("A", {8}, p_float32);
  codegen();
}
