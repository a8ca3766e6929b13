// ResNet-18 for images of 32 x 32: one convolution, then eight blocks of two convolutions around which the block's
// input is added; no classifier. Where a block halves the image, its input is sampled and the new channels get nothing
// (He et al.'s shortcut without parameters). The size is the number of channels of the widest layers. At 512 the
// convolutions are 549 126 144 multiply-adds, the paper's number.
#include "arguments.hpp"
#include "layers.hpp"

int main(int argc, char** argv) {
  const Arguments arguments = read_arguments("resnet18", argc, argv, {512, 16, 16});
  const int widest = arguments.size;

  pom::init("resnet18");
  Network network;
  FeatureMap map = network.convolution(network.image(3, 32), widest / 8);
  network.relu(map);
  for (const int channels : {widest / 8, widest / 4, widest / 2, widest}) {
    for (int block = 0; block < 2; ++block) {
      const int stride = channels == map.channels ? 1 : 2;
      const FeatureMap input = map;
      map = network.convolution(input, channels, stride);
      network.relu(map);
      map = network.convolution(map, channels);
      network.add(map, input);
      network.relu(map);
    }
  }

  if (arguments.mode == Mode::scheduled) network.schedule();
  compile_program("resnet18", arguments);
}
