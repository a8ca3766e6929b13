module {
  func.func @lesson_07(%arg0: memref<64xf32> {pom.interface = #pom.interface<ap_memory>, pom.name = "A", pom.partition = [#pom.partition<dim = 1, cyclic, factor = 4>]}, %arg1: memref<64xf32> {pom.interface = #pom.interface<ap_memory>, pom.name = "B", pom.partition = [#pom.partition<dim = 1, cyclic, factor = 4>]}) attributes {pom.top} {
    affine.for %arg2 = 0 to 16 {
      affine.for %arg3 = 0 to 31 {
        affine.for %arg4 = 0 to 2 {
          %cst = arith.constant 3.333300e-01 : f32
          %0 = affine.load %arg0[%arg3 * 2 + %arg4] : memref<64xf32>
          %1 = affine.load %arg0[%arg3 * 2 + %arg4 + 1] : memref<64xf32>
          %2 = arith.addf %0, %1 : f32
          %3 = affine.load %arg0[%arg3 * 2 + %arg4 + 2] : memref<64xf32>
          %4 = arith.addf %2, %3 : f32
          %5 = arith.mulf %cst, %4 : f32
          affine.store %5, %arg1[%arg3 * 2 + %arg4 + 1] {pom.compute = "s_1"} : memref<64xf32>
        } {pom.label = "s_1_i1", pom.name = "i1", pom.unroll = #pom.unroll<factor = 2>}
      } {pom.dependence = [#pom.dependence<"B", none>], pom.label = "s_1_i0", pom.name = "i0", pom.pipeline = #pom.pipeline<ii = 1>}
      affine.for %arg3 = 0 to 31 {
        affine.for %arg4 = 0 to 2 {
          %cst = arith.constant 3.333300e-01 : f32
          %0 = affine.load %arg1[%arg3 * 2 + %arg4] : memref<64xf32>
          %1 = affine.load %arg1[%arg3 * 2 + %arg4 + 1] : memref<64xf32>
          %2 = arith.addf %0, %1 : f32
          %3 = affine.load %arg1[%arg3 * 2 + %arg4 + 2] : memref<64xf32>
          %4 = arith.addf %2, %3 : f32
          %5 = arith.mulf %cst, %4 : f32
          affine.store %5, %arg0[%arg3 * 2 + %arg4 + 1] {pom.compute = "s_2"} : memref<64xf32>
        } {pom.label = "s_2_i1", pom.name = "i1", pom.unroll = #pom.unroll<factor = 2>}
      } {pom.dependence = [#pom.dependence<"A", none>], pom.label = "s_2_i0", pom.name = "i0", pom.pipeline = #pom.pipeline<ii = 1>}
    } {pom.label = "s_1_t0", pom.name = "t0"}
    return
  }
}
