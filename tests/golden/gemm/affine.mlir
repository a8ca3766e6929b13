module {
  func.func @gemm(%arg0: memref<32x32xf32> {pom.interface = #pom.interface<ap_memory>, pom.name = "A", pom.partition = [#pom.partition<dim = 1, cyclic, factor = 4>, #pom.partition<dim = 2, cyclic, factor = 4>]}, %arg1: memref<32x32xf32> {pom.interface = #pom.interface<ap_memory>, pom.name = "B"}, %arg2: memref<32x32xf32> {pom.interface = #pom.interface<ap_memory>, pom.name = "C"}) attributes {pom.top} {
    affine.for %arg3 = 0 to 32 {
      affine.for %arg4 = 0 to 8 {
        affine.for %arg5 = 0 to 8 {
          affine.for %arg6 = 0 to 4 {
            affine.for %arg7 = 0 to 4 {
              %0 = affine.load %arg0[%arg4 * 4 + %arg6, %arg5 * 4 + %arg7] : memref<32x32xf32>
              %1 = affine.load %arg1[%arg4 * 4 + %arg6, %arg3] : memref<32x32xf32>
              %2 = affine.load %arg2[%arg3, %arg5 * 4 + %arg7] : memref<32x32xf32>
              %3 = arith.mulf %1, %2 : f32
              %4 = arith.addf %0, %3 : f32
              affine.store %4, %arg0[%arg4 * 4 + %arg6, %arg5 * 4 + %arg7] {pom.compute = "s"} : memref<32x32xf32>
            } {pom.label = "s_j1", pom.name = "j1", pom.unroll = #pom.unroll<factor = 4>}
          } {pom.label = "s_i1", pom.name = "i1", pom.unroll = #pom.unroll<factor = 4>}
        } {pom.dependence = [#pom.dependence<"A", distance = 64>], pom.label = "s_j0", pom.name = "j0", pom.pipeline = #pom.pipeline<ii = 1>}
      } {pom.label = "s_i0", pom.name = "i0"}
    } {pom.label = "s_k", pom.name = "k"}
    return
  }
}
