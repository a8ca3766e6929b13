module {
  func.func private @load_A_process(%arg0: i32 {pom.name = "i0", pom.range = array<i64: 0, 3>, pom.size = 0 : i64}, %arg1: i32 {pom.name = "k0", pom.range = array<i64: 0, 3>, pom.size = 0 : i64}, %arg2: memref<64x64xf32> {pom.name = "A"}, %arg3: memref<16x16xf32> {pom.name = "A_buffer"}) attributes {pom.inline_off} {
    %0 = arith.index_cast %arg0 : i32 to index
    %1 = arith.index_cast %arg1 : i32 to index
    affine.for %arg4 = 0 to 16 {
      affine.for %arg5 = 0 to 16 {
        %2 = affine.load %arg2[%0 * 16 + %arg4, %1 * 16 + %arg5] : memref<64x64xf32>
        affine.store %2, %arg3[%arg4, %arg5] {pom.compute = "load_A"} : memref<16x16xf32>
      } {pom.label = "load_A_A_1", pom.name = "A_1", pom.pipeline = #pom.pipeline<ii = 1>}
    } {pom.label = "load_A_A_0", pom.name = "A_0"}
    return
  }
  func.func private @load_B_process(%arg0: i32 {pom.name = "j0", pom.range = array<i64: 0, 3>, pom.size = 0 : i64}, %arg1: i32 {pom.name = "k0", pom.range = array<i64: 0, 3>, pom.size = 0 : i64}, %arg2: memref<64x64xf32> {pom.name = "B"}, %arg3: memref<16x16xf32> {pom.name = "B_buffer", pom.partition = [#pom.partition<dim = 2, complete, factor = 16>]}) attributes {pom.inline_off} {
    %0 = arith.index_cast %arg0 : i32 to index
    %1 = arith.index_cast %arg1 : i32 to index
    affine.for %arg4 = 0 to 16 {
      affine.for %arg5 = 0 to 16 {
        %2 = affine.load %arg2[%1 * 16 + %arg4, %0 * 16 + %arg5] : memref<64x64xf32>
        affine.store %2, %arg3[%arg4, %arg5] {pom.compute = "load_B"} : memref<16x16xf32>
      } {pom.label = "load_B_B_1", pom.name = "B_1", pom.pipeline = #pom.pipeline<ii = 1>}
    } {pom.label = "load_B_B_0", pom.name = "B_0"}
    return
  }
  func.func private @s_k0_process(%arg0: memref<16x16xf32> {pom.name = "C_buffer", pom.partition = [#pom.partition<dim = 2, complete, factor = 16>]}, %arg1: memref<16x16xf32> {pom.name = "A_buffer"}, %arg2: memref<16x16xf32> {pom.name = "B_buffer", pom.partition = [#pom.partition<dim = 2, complete, factor = 16>]}) attributes {pom.inline_off} {
    affine.for %arg3 = 0 to 16 {
      affine.for %arg4 = 0 to 16 {
        affine.for %arg5 = 0 to 16 {
          %0 = affine.load %arg0[%arg4, %arg5] : memref<16x16xf32>
          %1 = affine.load %arg1[%arg4, %arg3] : memref<16x16xf32>
          %2 = affine.load %arg2[%arg3, %arg5] : memref<16x16xf32>
          %3 = arith.mulf %1, %2 : f32
          %4 = arith.addf %0, %3 : f32
          affine.store %4, %arg0[%arg4, %arg5] {pom.compute = "s"} : memref<16x16xf32>
        } {pom.label = "s_j1", pom.name = "j1", pom.unroll = #pom.unroll<full>}
      } {pom.label = "s_i1", pom.name = "i1", pom.pipeline = #pom.pipeline<ii = 1>}
    } {pom.label = "s_k1", pom.name = "k1"}
    return
  }
  func.func @lesson_30(%arg0: memref<64x64xf32> {pom.interface = #pom.interface<m_axi, bundle = "gmem_a">, pom.name = "A"}, %arg1: memref<64x64xf32> {pom.interface = #pom.interface<m_axi, bundle = "gmem_b">, pom.name = "B"}, %arg2: memref<64x64xf32> {pom.interface = #pom.interface<m_axi, bundle = "gmem_c">, pom.name = "C"}) attributes {pom.top} {
    %alloc = memref.alloc() {pom.name = "C_buffer", pom.partition = [#pom.partition<dim = 2, complete, factor = 16>]} : memref<16x16xf32>
    affine.for %arg3 = 0 to 4 {
      affine.for %arg4 = 0 to 4 {
        affine.for %arg5 = 0 to 16 {
          affine.for %arg6 = 0 to 16 {
            %0 = affine.load %arg2[%arg3 * 16 + %arg5, %arg4 * 16 + %arg6] : memref<64x64xf32>
            affine.store %0, %alloc[%arg5, %arg6] {pom.compute = "load_C"} : memref<16x16xf32>
          } {pom.label = "load_C_C_1", pom.name = "C_1", pom.pipeline = #pom.pipeline<ii = 1>}
        } {pom.label = "load_C_C_0", pom.name = "C_0"}
        affine.for %arg5 = 0 to 4 {
          %alloc_0 = memref.alloc() {pom.name = "A_buffer"} : memref<16x16xf32>
          %alloc_1 = memref.alloc() {pom.name = "B_buffer", pom.partition = [#pom.partition<dim = 2, complete, factor = 16>]} : memref<16x16xf32>
          %0 = arith.index_cast %arg3 : index to i32
          %1 = arith.index_cast %arg5 : index to i32
          func.call @load_A_process(%0, %1, %arg0, %alloc_0) : (i32, i32, memref<64x64xf32>, memref<16x16xf32>) -> ()
          %2 = arith.index_cast %arg4 : index to i32
          %3 = arith.index_cast %arg5 : index to i32
          func.call @load_B_process(%2, %3, %arg1, %alloc_1) : (i32, i32, memref<64x64xf32>, memref<16x16xf32>) -> ()
          func.call @s_k0_process(%alloc, %alloc_0, %alloc_1) : (memref<16x16xf32>, memref<16x16xf32>, memref<16x16xf32>) -> ()
          memref.dealloc %alloc_0 : memref<16x16xf32>
          memref.dealloc %alloc_1 : memref<16x16xf32>
        } {pom.dataflow, pom.label = "load_B_k0", pom.name = "k0"}
        affine.for %arg5 = 0 to 16 {
          affine.for %arg6 = 0 to 16 {
            %0 = affine.load %alloc[%arg5, %arg6] : memref<16x16xf32>
            affine.store %0, %arg2[%arg3 * 16 + %arg5, %arg4 * 16 + %arg6] {pom.compute = "store_C"} : memref<64x64xf32>
          } {pom.label = "store_C_C_1", pom.name = "C_1", pom.pipeline = #pom.pipeline<ii = 1>}
        } {pom.label = "store_C_C_0", pom.name = "C_0"}
      } {pom.label = "load_C_j0", pom.name = "j0"}
    } {pom.label = "load_C_i0", pom.name = "i0"}
    memref.dealloc %alloc : memref<16x16xf32>
    return
  }
}
