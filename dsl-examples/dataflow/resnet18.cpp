// ResNet-18 for images of 32 x 32 pixels, with 4 filters in its first layers. How fast each layer runs is found.
#include "networks.hpp"

int main() {
  pom::init("resnet18");
  networks::resnet18(32, 4, 10);
  pom::dataflow(pom::Channels::automatic);
  pom::auto_DSE(networks::options());
}
