// An unsharp mask as a dataflow: the pixels wait in a FIFO until they are blurred.
#include "images.hpp"

int main() {
  pom::init("unsharp");
  images::unsharp(48, 64);
  pom::dataflow(pom::Channels::automatic);
  pom::codegen();
}
