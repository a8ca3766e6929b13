#map = affine_map<(d0) -> ((d0 + 1) floordiv 4)>
#map1 = affine_map<(d0) -> ((d0 + 1) mod 4)>
module {
  func.func @lesson_13(%arg0: memref<32xf32> {pom.interface = #pom.interface<ap_memory>, pom.name = "A"}, %arg1: memref<32xf32> {pom.interface = #pom.interface<ap_memory>, pom.name = "B"}, %arg2: memref<32xf32> {pom.interface = #pom.interface<ap_memory>, pom.name = "C"}, %arg3: memref<32x32xf32> {pom.interface = #pom.interface<ap_memory>, pom.name = "X"}, %arg4: memref<32x32xf32> {pom.interface = #pom.interface<ap_memory>, pom.name = "Y"}, %arg5: memref<32xf32> {pom.interface = #pom.interface<ap_memory>, pom.name = "p"}, %arg6: memref<32xf32> {pom.interface = #pom.interface<ap_memory>, pom.name = "q"}, %arg7: memref<32xf32> {pom.interface = #pom.interface<ap_memory>, pom.name = "D"}, %arg8: memref<32xf32> {pom.interface = #pom.interface<ap_memory>, pom.name = "E"}, %arg9: memref<32x32xf32> {pom.interface = #pom.interface<ap_memory>, pom.name = "L"}) attributes {pom.top} {
    affine.for %arg10 = 0 to 2 {
      %0 = affine.load %arg0[%arg10] : memref<32xf32>
      %cst = arith.constant 5.000000e-01 : f32
      %1 = arith.mulf %0, %cst : f32
      affine.store %1, %arg1[%arg10] {pom.compute = "blur"} : memref<32xf32>
    } {pom.label = "blur_i", pom.name = "i", pom.pipeline = #pom.pipeline<ii = 1>}
    affine.for %arg10 = 2 to 32 {
      %0 = affine.load %arg0[%arg10] : memref<32xf32>
      %cst = arith.constant 5.000000e-01 : f32
      %1 = arith.mulf %0, %cst : f32
      affine.store %1, %arg1[%arg10] {pom.compute = "blur"} : memref<32xf32>
      %cst_0 = arith.constant 2.000000e+00 : f32
      %2 = affine.load %arg1[%arg10 - 1] : memref<32xf32>
      %3 = arith.mulf %cst_0, %2 : f32
      %4 = affine.load %arg1[%arg10 - 2] : memref<32xf32>
      %5 = arith.subf %3, %4 : f32
      %6 = affine.load %arg1[%arg10] : memref<32xf32>
      %7 = arith.subf %5, %6 : f32
      affine.store %7, %arg2[%arg10 - 1] {pom.compute = "sharpen"} : memref<32xf32>
    } {pom.label = "blur_i_2", pom.name = "i", pom.pipeline = #pom.pipeline<ii = 1>}
    affine.for %arg10 = 0 to 32 {
      affine.for %arg11 = 0 to 32 {
        %0 = affine.load %arg5[%arg11] : memref<32xf32>
        %1 = affine.load %arg3[%arg11, %arg10] : memref<32x32xf32>
        %cst = arith.constant 1.000000e-01 : f32
        %2 = arith.mulf %1, %cst : f32
        %3 = arith.addf %0, %2 : f32
        affine.store %3, %arg5[%arg11] {pom.compute = "rows"} : memref<32xf32>
      } {pom.label = "rows_i", pom.name = "i", pom.pipeline = #pom.pipeline<ii = 1>}
    } {pom.label = "rows_j", pom.name = "j"}
    affine.for %arg10 = 0 to 32 {
      affine.for %arg11 = 0 to 32 {
        %0 = affine.load %arg6[%arg11] : memref<32xf32>
        %1 = affine.load %arg3[%arg10, %arg11] : memref<32x32xf32>
        %2 = affine.load %arg4[%arg10, %arg11] : memref<32x32xf32>
        %3 = arith.mulf %1, %2 : f32
        %4 = arith.addf %0, %3 : f32
        affine.store %4, %arg6[%arg11] {pom.compute = "columns"} : memref<32xf32>
      } {pom.label = "columns_j", pom.name = "j", pom.pipeline = #pom.pipeline<ii = 1>}
    } {pom.label = "columns_i", pom.name = "i"}
    affine.for %arg10 = 0 to 32 {
      %0 = affine.load %arg0[%arg10] : memref<32xf32>
      %cst = arith.constant 1.000000e+00 : f32
      %1 = arith.addf %0, %cst : f32
      affine.store %1, %arg7[%arg10] {pom.compute = "forward"} : memref<32xf32>
      %2 = affine.load %arg7[-(-%arg10 + 31) + 31] : memref<32xf32>
      %cst_0 = arith.constant 2.000000e+00 : f32
      %3 = arith.mulf %2, %cst_0 : f32
      affine.store %3, %arg8[-%arg10 + 31] {pom.compute = "backward"} : memref<32xf32>
    } {pom.label = "forward_i", pom.name = "i"}
    affine.for %arg10 = 0 to 32 {
      affine.for %arg11 = 0 to #map(%arg10) {
        affine.for %arg12 = 0 to 4 {
          %0 = affine.load %arg9[%arg10, %arg11 * 4 + %arg12] : memref<32x32xf32>
          %cst = arith.constant 3.000000e+00 : f32
          %1 = arith.mulf %0, %cst : f32
          affine.store %1, %arg9[%arg10, %arg11 * 4 + %arg12] {pom.compute = "triangle"} : memref<32x32xf32>
        } {pom.label = "triangle_t1", pom.name = "t1", pom.unroll = #pom.unroll<factor = 4>}
      } {pom.label = "triangle_t0", pom.name = "t0"}
      affine.for %arg11 = 0 to #map1(%arg10) {
        %0 = affine.load %arg9[%arg10, -(%arg10 mod 4) + %arg10 + %arg11] : memref<32x32xf32>
        %cst = arith.constant 3.000000e+00 : f32
        %1 = arith.mulf %0, %cst : f32
        affine.store %1, %arg9[%arg10, -(%arg10 mod 4) + %arg10 + %arg11] {pom.compute = "triangle"} : memref<32x32xf32>
      } {pom.label = "triangle_t1_2", pom.name = "t1", pom.unroll = #pom.unroll<factor = 4>}
    } {pom.label = "triangle_k", pom.name = "k"}
    return
  }
}
