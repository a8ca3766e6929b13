#include "programs.hpp"

#include "../../dsl-examples/paper/layers.hpp"

namespace paper {

namespace {

/// Thirteen convolutions of 3 x 3 for images of 32 x 32; 313 196 544 multiply-adds at 512 channels. POM's design, eight
/// channels at a time, is that of its public code, whose maps have no borders and whose pools copy.
pom::function vgg16_of(Design design, int size, Sums sums) {
  pom::function program("vgg16");
  program.scope([&] {
    struct Stage {
      int channels, convolutions;
    };
    Network network(sums);
    FeatureMap map = network.image(3, 32);
    for (const Stage& stage : {Stage{size / 8, 2}, {size / 4, 2}, {size / 2, 3}, {size, 3}, {size, 3}}) {
      for (int n = 0; n < stage.convolutions; ++n) {
        map = network.convolution(map, stage.channels);
        network.relu(map);
      }
      map = network.max_pool(map);
    }
    if (design == Design::pom) network.schedule_by_channels(8);
  });
  return program;
}

/// One convolution, then eight blocks of two; 549 126 144 multiply-adds at 512 channels.
pom::function resnet18_of(int size, Sums sums) {
  pom::function program("resnet18");
  program.scope([&] {
    Network network(sums);
    FeatureMap map = network.convolution(network.image(3, 32), size / 8);
    network.relu(map);
    for (const int channels : {size / 8, size / 4, size / 2, size}) {
      for (int block = 0; block < 2; ++block) {
        const FeatureMap input = map;
        map = network.convolution(input, channels, channels == map.channels ? 1 : 2);
        network.relu(map);
        map = network.convolution(map, channels);
        network.add(map, input);
        network.relu(map);
      }
    }
  });
  return program;
}

}  // namespace

pom::function vgg16(Design design, int size) { return vgg16_of(design, size, Sums::any_order); }
pom::function vgg16_in_order(Design design, int size) { return vgg16_of(design, size, Sums::in_order); }
pom::function resnet18(Design, int size) { return resnet18_of(size, Sums::any_order); }
pom::function resnet18_in_order(Design, int size) { return resnet18_of(size, Sums::in_order); }

pom::function convolutions(Design, int layers) {
  pom::function program("convolutions");
  program.scope([&] {
    Network network;
    FeatureMap map = network.image(16, 16);
    for (int n = 0; n < layers; ++n) {
      map = network.convolution(map, 16);
      network.relu(map);
    }
  });
  return program;
}

}  // namespace paper
