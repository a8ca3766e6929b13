#pragma once
#include <pom/pom.hpp>

/// Kernels of PolyBench at MEDIUM in float, as written, and a product of matrices.
namespace boards {

pom::function product(int size);
pom::function gemm();
pom::function two_mm();
pom::function three_mm();
pom::function atax();
pom::function bicg();
pom::function gesummv();
pom::function mvt();
pom::function symm();
pom::function syr2k();
pom::function syrk();
pom::function trmm();

}  // namespace boards
