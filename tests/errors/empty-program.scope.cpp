// A std::function that nobody gave a body.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  function scaling("scaling");
  std::function<void()> declarations;
  scaling.scope(declarations);
}
