// Harris' corners as a dataflow of seven processes.
#include "images.hpp"

int main() {
  pom::init("harris");
  images::harris(48, 64);
  pom::dataflow(pom::Channels::automatic);
  pom::codegen();
}
