module {
  func.func @lesson_05(%arg0: f32 {pom.name = "beta"}, %arg1: memref<16x16xf32> {pom.interface = #pom.interface<ap_memory>, pom.name = "A"}, %arg2: memref<16x16xf32> {pom.interface = #pom.interface<ap_memory>, pom.name = "B"}, %arg3: memref<16x16xf32> {pom.interface = #pom.interface<ap_memory>, pom.name = "C"}, %arg4: memref<16x16xf32> {pom.interface = #pom.interface<ap_memory>, pom.name = "D"}) attributes {pom.top} {
    affine.for %arg5 = 0 to 16 {
      affine.for %arg6 = 0 to 16 {
        %0 = affine.load %arg1[%arg5, %arg6] : memref<16x16xf32>
        %1 = arith.mulf %0, %arg0 : f32
        affine.store %1, %arg1[%arg5, %arg6] {pom.compute = "S1"} : memref<16x16xf32>
      } {pom.label = "S1_j", pom.name = "j"}
    } {pom.label = "S1_i", pom.name = "i"}
    affine.for %arg5 = 0 to 16 {
      affine.for %arg6 = 0 to 16 {
        %0 = affine.load %arg1[%arg5, %arg6] : memref<16x16xf32>
        %1 = affine.load %arg2[%arg5, %arg6] : memref<16x16xf32>
        %2 = arith.addf %0, %1 : f32
        affine.store %2, %arg2[%arg5, %arg6] {pom.compute = "S2"} : memref<16x16xf32>
      } {pom.label = "S2_j", pom.name = "j"}
    } {pom.label = "S2_i", pom.name = "i"}
    affine.for %arg5 = 0 to 16 {
      affine.for %arg6 = 0 to 16 {
        %0 = affine.load %arg1[%arg5, %arg6] : memref<16x16xf32>
        %1 = affine.load %arg3[%arg5, %arg6] : memref<16x16xf32>
        %2 = arith.addf %0, %1 : f32
        affine.store %2, %arg3[%arg5, %arg6] {pom.compute = "S3"} : memref<16x16xf32>
      } {pom.label = "S3_j", pom.name = "j"}
    } {pom.label = "S3_i", pom.name = "i"}
    affine.for %arg5 = 0 to 16 {
      affine.for %arg6 = 0 to 16 {
        affine.for %arg7 = 0 to 16 {
          %0 = affine.load %arg4[%arg6, %arg7] : memref<16x16xf32>
          %1 = affine.load %arg2[%arg6, %arg5] : memref<16x16xf32>
          %2 = affine.load %arg3[%arg5, %arg7] : memref<16x16xf32>
          %3 = arith.mulf %1, %2 : f32
          %4 = arith.addf %0, %3 : f32
          affine.store %4, %arg4[%arg6, %arg7] {pom.compute = "S4"} : memref<16x16xf32>
        } {pom.label = "S4_j", pom.name = "j", pom.pipeline = #pom.pipeline<ii = 1>}
      } {pom.label = "S4_i", pom.name = "i"}
    } {pom.label = "S4_k", pom.name = "k"}
    return
  }
}
