module {
  func.func @lesson_23_points(%arg0: memref<32xf32> {pom.interface = #pom.interface<ap_memory>, pom.name = "points_x"}, %arg1: memref<32xf32> {pom.interface = #pom.interface<ap_memory>, pom.name = "points_y"}, %arg2: memref<32xi16> {pom.interface = #pom.interface<ap_memory>, pom.name = "points_id", pom.unsigned}, %arg3: memref<32xf32> {pom.interface = #pom.interface<ap_memory>, pom.name = "kept_x"}, %arg4: memref<32xf32> {pom.interface = #pom.interface<ap_memory>, pom.name = "kept_y"}, %arg5: memref<32xi16> {pom.interface = #pom.interface<ap_memory>, pom.name = "kept_id", pom.unsigned}, %arg6: memref<32xf32> {pom.interface = #pom.interface<ap_memory>, pom.name = "radius"}) attributes {pom.top} {
    affine.for %arg7 = 0 to 32 {
      %0 = affine.load %arg0[%arg7] : memref<32xf32>
      %1 = affine.load %arg0[%arg7] : memref<32xf32>
      %2 = arith.mulf %0, %1 : f32
      %3 = affine.load %arg1[%arg7] : memref<32xf32>
      %4 = affine.load %arg1[%arg7] : memref<32xf32>
      %5 = arith.mulf %3, %4 : f32
      %6 = arith.addf %2, %5 : f32
      %7 = math.sqrt %6 : f32
      affine.store %7, %arg6[%arg7] {pom.compute = "measure"} : memref<32xf32>
    } {pom.label = "measure_p", pom.name = "p", pom.pipeline = #pom.pipeline<ii = 1>}
    affine.for %arg7 = 0 to 32 {
      %0 = affine.load %arg0[-%arg7 + 31] : memref<32xf32>
      affine.store %0, %arg3[%arg7] {pom.compute = "copy_x"} : memref<32xf32>
      %1 = affine.load %arg1[-%arg7 + 31] : memref<32xf32>
      affine.store %1, %arg4[%arg7] {pom.compute = "copy_y"} : memref<32xf32>
      %2 = affine.load %arg2[-%arg7 + 31] : memref<32xi16>
      affine.store %2, %arg5[%arg7] {pom.compute = "copy_id"} : memref<32xi16>
    } {pom.label = "copy_x_q", pom.name = "q", pom.pipeline = #pom.pipeline<ii = 1>}
    return
  }
}
