#map = affine_map<(d0) -> (0, d0 - 2)>
#map1 = affine_map<(d0) -> (32, d0 + 3)>
module {
  func.func @lesson_12(%arg0: memref<32x32xf32> {pom.interface = #pom.interface<ap_memory>, pom.name = "A"}, %arg1: memref<32x32xf32> {pom.interface = #pom.interface<ap_memory>, pom.name = "band"}, %arg2: memref<16x16xf32> {pom.interface = #pom.interface<ap_memory>, pom.name = "coarse"}, %arg3: memref<32xf32> {pom.interface = #pom.interface<ap_memory>, pom.name = "sum"}) attributes {pom.top} {
    affine.for %arg4 = 0 to 32 {
      affine.for %arg5 = max #map(%arg4) to min #map1(%arg4) {
        %0 = affine.load %arg0[%arg4, %arg5] : memref<32x32xf32>
        %cst = arith.constant 2.000000e+00 : f32
        %1 = arith.mulf %0, %cst : f32
        affine.store %1, %arg1[%arg4, %arg5] {pom.compute = "diagonals"} : memref<32x32xf32>
      } {pom.label = "diagonals_j", pom.name = "j", pom.pipeline = #pom.pipeline<ii = 1>}
    } {pom.label = "diagonals_i", pom.name = "i"}
    affine.for %arg4 = 0 to 32 step 2 {
      affine.for %arg5 = 0 to 32 step 2 {
        %0 = affine.load %arg0[%arg4, %arg5] : memref<32x32xf32>
        affine.store %0, %arg2[%arg4 floordiv 2, %arg5 floordiv 2] {pom.compute = "sample"} : memref<16x16xf32>
      } {pom.label = "sample_j", pom.name = "j", pom.pipeline = #pom.pipeline<ii = 1>}
    } {pom.label = "sample_i", pom.name = "i"}
    affine.for %arg4 = 0 to 32 {
      %cst = arith.constant 0.000000e+00 : f32
      affine.store %cst, %arg3[%arg4] {pom.compute = "start"} : memref<32xf32>
      affine.for %arg5 = 0 to 32 {
        %0 = affine.load %arg3[%arg4] : memref<32xf32>
        %1 = affine.load %arg0[%arg4, %arg5] : memref<32x32xf32>
        %2 = arith.addf %0, %1 : f32
        affine.store %2, %arg3[%arg4] {pom.compute = "add"} : memref<32xf32>
      } {pom.label = "add_j", pom.name = "j"}
    } {pom.label = "start_i", pom.name = "i"}
    return
  }
}
