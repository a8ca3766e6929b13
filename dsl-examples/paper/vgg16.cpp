// VGG-16 for images of 32 x 32: thirteen convolutions of 3 x 3, each with a ReLU, and five poolings; no classifier.
// The size is the number of channels of the widest layers. At 512 the convolutions are 313 196 544 multiply-adds, the
// paper's number.
#include "arguments.hpp"
#include "layers.hpp"

int main(int argc, char** argv) {
  const Arguments arguments = read_arguments("vgg16", argc, argv, {512, 16, 16});
  const int widest = arguments.size;

  pom::init("vgg16");
  Network network;
  FeatureMap map = network.image(3, 32);
  struct Stage {
    int channels, convolutions;
  };
  for (const Stage& stage : {Stage{widest / 8, 2}, {widest / 4, 2}, {widest / 2, 3}, {widest, 3}, {widest, 3}}) {
    for (int n = 0; n < stage.convolutions; ++n) {
      map = network.convolution(map, stage.channels);
      network.relu(map);
    }
    map = network.max_pool(map);
  }

  if (arguments.mode == Mode::scheduled) network.schedule();
  compile_program("vgg16", arguments);
}
