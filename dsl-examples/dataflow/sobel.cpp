// Edges of an image, as a dataflow: both directions at the same time.
#include "images.hpp"

int main() {
  pom::init("sobel");
  images::sobel(48, 64);
  pom::dataflow(pom::Channels::automatic);
  pom::codegen();
}
