// A 3 x 3 convolution with ReLU over 32 x 32 pixels of 8 channels: two pixels a cycle.
#include "ming.hpp"

int main() {
  pom::init("conv_relu");
  ming::conv_relu(32, {2});
  pom::dataflow(pom::Channels::automatic);
  pom::codegen(ming::options());
}
