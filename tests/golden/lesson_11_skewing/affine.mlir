#map = affine_map<(d0) -> (1, (d0 + 1) floordiv 2 - 9)>
#map1 = affine_map<(d0) -> (19, (d0 + 1) floordiv 2)>
module {
  func.func @lesson_11(%arg0: memref<20x20xf32> {pom.interface = #pom.interface<ap_memory>, pom.name = "A"}) attributes {pom.top} {
    affine.for %arg1 = 0 to 8 {
      affine.for %arg2 = 3 to 55 {
        affine.for %arg3 = max #map(%arg2) to min #map1(%arg2) {
          %0 = affine.load %arg0[%arg3 - 1, %arg2 - %arg3 * 2 - 1] : memref<20x20xf32>
          %1 = affine.load %arg0[%arg3 - 1, %arg2 - %arg3 * 2] : memref<20x20xf32>
          %2 = arith.addf %0, %1 : f32
          %3 = affine.load %arg0[%arg3 - 1, %arg2 - %arg3 * 2 + 1] : memref<20x20xf32>
          %4 = arith.addf %2, %3 : f32
          %5 = affine.load %arg0[%arg3, %arg2 - %arg3 * 2 - 1] : memref<20x20xf32>
          %6 = arith.addf %4, %5 : f32
          %7 = affine.load %arg0[%arg3, %arg2 - %arg3 * 2] : memref<20x20xf32>
          %8 = arith.addf %6, %7 : f32
          %9 = affine.load %arg0[%arg3, %arg2 - %arg3 * 2 + 1] : memref<20x20xf32>
          %10 = arith.addf %8, %9 : f32
          %11 = affine.load %arg0[%arg3 + 1, %arg2 - %arg3 * 2 - 1] : memref<20x20xf32>
          %12 = arith.addf %10, %11 : f32
          %13 = affine.load %arg0[%arg3 + 1, %arg2 - %arg3 * 2] : memref<20x20xf32>
          %14 = arith.addf %12, %13 : f32
          %15 = affine.load %arg0[%arg3 + 1, %arg2 - %arg3 * 2 + 1] : memref<20x20xf32>
          %16 = arith.addf %14, %15 : f32
          %cst = arith.constant 9.000000e+00 : f32
          %17 = arith.divf %16, %cst : f32
          affine.store %17, %arg0[%arg3, %arg2 - %arg3 * 2] {pom.compute = "s"} : memref<20x20xf32>
        } {pom.dependence = [#pom.dependence<"A", none>], pom.label = "s_i2", pom.name = "i2", pom.pipeline = #pom.pipeline<ii = 1>}
      } {pom.label = "s_w", pom.name = "w"}
    } {pom.label = "s_t", pom.name = "t"}
    return
  }
}
