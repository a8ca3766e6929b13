#pragma once
#include <pom/pom.hpp>

/// The programs of the POM paper at any size, as written and as published designs. What the paper does not print
/// (partition factors, which statements share a nest): the stencils are those of POM's public code; of the linear
/// algebra it is chosen so that the published interval and the closed form of the published cycles follow from the
/// structure. The comments say how.
namespace paper {

constexpr int paper_size = 4096;

enum class Design {
  as_written,  ///< no directive at all
  pom,         ///< POM's published tiles
  scalehls     ///< ScaleHLS's published tiles
};

pom::function gemm(Design, int size);
pom::function bicg(Design, int size);
pom::function gesummv(Design, int size);
pom::function two_mm(Design, int size);
pom::function three_mm(Design, int size);
pom::function jacobi_1d(Design, int size);
pom::function jacobi_2d(Design, int size);
pom::function heat_1d(Design, int size);
pom::function seidel(Design, int size);
pom::function blur(Design, int size);
pom::function edge_detect(Design, int size);
pom::function gaussian(Design, int size);

/// Layers only, of ResNet-18 no published schedule: `size` is the number of channels of the widest layers, 512 in the
/// paper.
/// Sums are taken in any order, or as they are written.
pom::function vgg16(Design, int size);
pom::function vgg16_in_order(Design, int size);
pom::function resnet18(Design, int size);
pom::function resnet18_in_order(Design, int size);

/// The networks as the paper measured them, after POM's public code: no borders, pools whose windows overlap.
pom::function public_vgg16(Design, int size);
/// POM's design as it is public now, whose pools copy.
pom::function public_vgg16_copying(Design, int size);
pom::function public_resnet18(Design, int size);

/// So many convolutions of 3 x 3 one after the other, each with a ReLU: how the search's time grows.
pom::function convolutions(Design, int layers);

}  // namespace paper
