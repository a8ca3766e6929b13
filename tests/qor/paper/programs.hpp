#pragma once
#include <pom/pom.hpp>

/// The programs of the POM paper at the paper's sizes, as written and as published designs. What the paper does not
/// print (partition factors, which statements share a nest) is chosen so that the published interval and the closed
/// form of the published cycles follow from the structure; the comments say how.
namespace paper {

constexpr int N = 4096;

enum class Design {
  as_written,  ///< no directive at all
  pom,         ///< POM's published tiles
  scalehls     ///< ScaleHLS's published tiles
};

pom::function gemm(Design);
pom::function bicg(Design);
pom::function gesummv(Design);
pom::function two_mm(Design);
pom::function three_mm(Design);
pom::function jacobi_1d(Design);
pom::function jacobi_2d(Design);
pom::function heat_1d(Design);
pom::function seidel(Design);
pom::function blur(Design);
pom::function edge_detect(Design);
pom::function gaussian(Design);

}  // namespace paper
