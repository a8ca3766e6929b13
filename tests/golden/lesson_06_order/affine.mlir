module {
  func.func @lesson_06(%arg0: f32 {pom.name = "temp"}, %arg1: f32 {pom.name = "alpha"}, %arg2: memref<32xf32> {pom.interface = #pom.interface<ap_memory>, pom.name = "M"}, %arg3: memref<32xf32> {pom.interface = #pom.interface<ap_memory>, pom.name = "N"}, %arg4: memref<32xf32> {pom.interface = #pom.interface<ap_memory>, pom.name = "K"}) attributes {pom.top} {
    affine.for %arg5 = 0 to 32 {
      affine.for %arg6 = 0 to 4 {
        affine.for %arg7 = 0 to 8 {
          affine.store %arg0, %arg2[%arg6 * 8 + %arg7] {pom.compute = "S1"} : memref<32xf32>
        } {pom.label = "S1_i1", pom.name = "i1", pom.unroll = #pom.unroll<full>}
      } {pom.label = "S1_i0", pom.name = "i0"}
      affine.for %arg6 = 0 to 32 {
        %0 = affine.load %arg2[%arg6] : memref<32xf32>
        %1 = arith.mulf %0, %arg1 : f32
        affine.store %1, %arg3[%arg6] {pom.compute = "S2"} : memref<32xf32>
      } {pom.label = "S2_i", pom.name = "i"}
    } {pom.label = "S1_t0", pom.name = "t0"}
    affine.for %arg5 = 0 to 32 {
      affine.for %arg6 = 0 to 32 {
        %0 = affine.load %arg4[%arg6] : memref<32xf32>
        %1 = affine.load %arg3[%arg6] : memref<32xf32>
        %2 = arith.addf %0, %1 : f32
        affine.store %2, %arg4[%arg6] {pom.compute = "S3"} : memref<32xf32>
      } {pom.label = "S3_i", pom.name = "i", pom.pipeline = #pom.pipeline<ii = 1>}
    } {pom.label = "S3_t", pom.name = "t"}
    return
  }
}
