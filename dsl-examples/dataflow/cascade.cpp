// Two convolutions behind each other, a pixel a cycle.
#include "ming.hpp"

int main() {
  pom::init("cascade");
  ming::cascade(32, {1}, {1});
  pom::dataflow(pom::Channels::automatic);
  pom::codegen(ming::options());
}
