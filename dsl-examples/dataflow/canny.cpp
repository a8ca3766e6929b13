// Canny's edges up to the hysteresis as a dataflow of eight processes.
#include "images.hpp"

int main() {
  pom::init("canny");
  images::canny(48, 64);
  pom::dataflow(pom::Channels::automatic);
  pom::codegen();
}
