// A Gaussian pyramid as a dataflow: the image in half, and in half again.
#include "images.hpp"

int main() {
  pom::init("pyramid");
  images::pyramid(48, 64);
  pom::dataflow(pom::Channels::automatic);
  pom::codegen();
}
