module {
  func.func @lesson_14(%arg0: i32 {pom.interface = #pom.interface<s_axilite, bundle = "control">, pom.name = "bias"}, %arg1: memref<64x64xi16> {pom.interface = #pom.interface<ap_memory>, pom.name = "image", pom.reshape = [#pom.partition<dim = 2, cyclic, factor = 4>]}, %arg2: memref<64xi16> {pom.interface = #pom.interface<ap_memory>, pom.name = "weight", pom.reshape = [#pom.partition<dim = 1, cyclic, factor = 4>], pom.storage = #pom.storage<"rom_1p", "lutram">}, %arg3: memref<64xi32> {pom.interface = #pom.interface<m_axi, bundle = "results">, pom.name = "out"}, %arg4: memref<128xi32> {pom.interface = #pom.interface<ap_memory>, pom.name = "P"}) attributes {pom.interface = #pom.interface<s_axilite, bundle = "control">, pom.top} {
    %alloc = memref.alloc() {pom.name = "acc"} : memref<1xi32>
    affine.for %arg5 = 0 to 64 {
      affine.store %arg0, %alloc[0] {pom.compute = "clear"} : memref<1xi32>
      affine.for %arg6 = 0 to 16 {
        affine.for %arg7 = 0 to 4 {
          %1 = affine.load %alloc[0] : memref<1xi32>
          %2 = affine.load %arg1[%arg5, %arg6 * 4 + %arg7] : memref<64x64xi16>
          %3 = arith.extsi %2 : i16 to i32
          %4 = affine.load %arg2[%arg6 * 4 + %arg7] : memref<64xi16>
          %5 = arith.extsi %4 : i16 to i32
          %6 = arith.muli %3, %5 overflow<nsw> {pom.bind_op = #pom.bind_op<"mul", "dsp", latency = 3>} : i32
          %7 = arith.addi %1, %6 {pom.bind_op = #pom.bind_op<"add", "fabric">} : i32
          affine.store %7, %alloc[0] {pom.compute = "sum"} : memref<1xi32>
        } {pom.label = "sum_j1", pom.name = "j1", pom.unroll = #pom.unroll<full>}
      } {pom.label = "sum_j0", pom.name = "j0", pom.pipeline = #pom.pipeline<ii = 1>}
      %0 = affine.load %alloc[0] : memref<1xi32>
      affine.store %0, %arg3[%arg5] {pom.compute = "put"} : memref<64xi32>
    } {pom.label = "clear_i", pom.name = "i"}
    affine.for %arg5 = 0 to 64 {
      %0 = affine.load %arg4[%arg5 * 2 + 1] : memref<128xi32>
      %c3_i32 = arith.constant 3 : i32
      %1 = arith.muli %0, %c3_i32 : i32
      affine.store %1, %arg4[%arg5 * 2] {pom.compute = "pairs"} : memref<128xi32>
    } {pom.dependence = [#pom.dependence<"P", none>], pom.label = "pairs_i", pom.name = "i", pom.pipeline = #pom.pipeline<ii = 1>}
    memref.dealloc %alloc : memref<1xi32>
    return
  }
}
