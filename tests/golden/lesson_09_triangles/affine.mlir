#map = affine_map<(d0) -> (d0 + 1)>
#map1 = affine_map<(d0) -> (d0)>
module {
  func.func @lesson_09(%arg0: memref<32x32xf32> {pom.interface = #pom.interface<ap_memory>, pom.name = "A"}, %arg1: memref<32x32xf32> {pom.interface = #pom.interface<ap_memory>, pom.name = "B"}, %arg2: memref<32x32xf32> {pom.interface = #pom.interface<ap_memory>, pom.name = "L"}) attributes {pom.top} {
    affine.for %arg3 = 0 to 32 {
      affine.for %arg4 = 0 to #map(%arg3) {
        %cst = arith.constant 0.000000e+00 : f32
        affine.store %cst, %arg2[%arg3, %arg4] {pom.compute = "clear"} : memref<32x32xf32>
      } {pom.label = "clear_j", pom.name = "j", pom.pipeline = #pom.pipeline<ii = 1>}
    } {pom.label = "clear_i", pom.name = "i"}
    affine.for %arg3 = 0 to 32 {
      affine.for %arg4 = #map1(%arg3) to 32 {
        affine.for %arg5 = #map1(%arg3) to 32 {
          %0 = affine.load %arg2[%arg4, %arg3] : memref<32x32xf32>
          %1 = affine.load %arg0[%arg4, %arg5] : memref<32x32xf32>
          %2 = affine.load %arg1[%arg5, %arg3] : memref<32x32xf32>
          %3 = arith.mulf %1, %2 : f32
          %4 = arith.addf %0, %3 : f32
          affine.store %4, %arg2[%arg4, %arg3] {pom.compute = "product"} : memref<32x32xf32>
        } {pom.label = "product_k", pom.name = "k", pom.pipeline = #pom.pipeline<ii = 1>}
      } {pom.label = "product_i", pom.name = "i"}
    } {pom.label = "product_j", pom.name = "j"}
    return
  }
}
