module {
  func.func @lesson_27(%arg0: memref<64x64xf32> {pom.interface = #pom.interface<m_axi, bundle = "gmem_a">, pom.name = "A"}, %arg1: memref<64x64xf32> {pom.interface = #pom.interface<m_axi, bundle = "gmem_b">, pom.name = "B"}, %arg2: memref<64x64xf32> {pom.interface = #pom.interface<m_axi, bundle = "gmem_c">, pom.name = "C"}) attributes {pom.top} {
    %alloc = memref.alloc() {pom.name = "C_buffer", pom.partition = [#pom.partition<dim = 2, complete, factor = 16>]} : memref<16x16xf32>
    %alloc_0 = memref.alloc() {pom.name = "A_buffer"} : memref<16x16xf32>
    %alloc_1 = memref.alloc() {pom.name = "B_buffer", pom.partition = [#pom.partition<dim = 2, complete, factor = 16>]} : memref<16x16xf32>
    affine.for %arg3 = 0 to 4 {
      affine.for %arg4 = 0 to 4 {
        affine.for %arg5 = 0 to 16 {
          affine.for %arg6 = 0 to 16 {
            %0 = affine.load %arg2[%arg3 * 16 + %arg5, %arg4 * 16 + %arg6] : memref<64x64xf32>
            affine.store %0, %alloc[%arg5, %arg6] {pom.compute = "load_C"} : memref<16x16xf32>
          } {pom.label = "load_C_C_1", pom.name = "C_1", pom.pipeline = #pom.pipeline<ii = 1>}
        } {pom.label = "load_C_C_0", pom.name = "C_0"}
        affine.for %arg5 = 0 to 4 {
          affine.for %arg6 = 0 to 16 {
            affine.for %arg7 = 0 to 16 {
              %0 = affine.load %arg1[%arg5 * 16 + %arg6, %arg4 * 16 + %arg7] : memref<64x64xf32>
              affine.store %0, %alloc_1[%arg6, %arg7] {pom.compute = "load_B"} : memref<16x16xf32>
            } {pom.label = "load_B_B_1", pom.name = "B_1", pom.pipeline = #pom.pipeline<ii = 1>}
          } {pom.label = "load_B_B_0", pom.name = "B_0"}
          affine.for %arg6 = 0 to 16 {
            affine.for %arg7 = 0 to 16 {
              %0 = affine.load %arg0[%arg3 * 16 + %arg6, %arg5 * 16 + %arg7] : memref<64x64xf32>
              affine.store %0, %alloc_0[%arg6, %arg7] {pom.compute = "load_A"} : memref<16x16xf32>
            } {pom.label = "load_A_A_1", pom.name = "A_1", pom.pipeline = #pom.pipeline<ii = 1>}
          } {pom.label = "load_A_A_0", pom.name = "A_0"}
          affine.for %arg6 = 0 to 16 {
            affine.for %arg7 = 0 to 16 {
              affine.for %arg8 = 0 to 16 {
                %0 = affine.load %alloc[%arg7, %arg8] : memref<16x16xf32>
                %1 = affine.load %alloc_0[%arg7, %arg6] : memref<16x16xf32>
                %2 = affine.load %alloc_1[%arg6, %arg8] : memref<16x16xf32>
                %3 = arith.mulf %1, %2 : f32
                %4 = arith.addf %0, %3 : f32
                affine.store %4, %alloc[%arg7, %arg8] {pom.compute = "s"} : memref<16x16xf32>
              } {pom.label = "s_j1", pom.name = "j1", pom.unroll = #pom.unroll<full>}
            } {pom.label = "s_i1", pom.name = "i1", pom.pipeline = #pom.pipeline<ii = 1>}
          } {pom.label = "s_k1", pom.name = "k1"}
        } {pom.label = "load_B_k0", pom.name = "k0"}
        affine.for %arg5 = 0 to 16 {
          affine.for %arg6 = 0 to 16 {
            %0 = affine.load %alloc[%arg5, %arg6] : memref<16x16xf32>
            affine.store %0, %arg2[%arg3 * 16 + %arg5, %arg4 * 16 + %arg6] {pom.compute = "store_C"} : memref<64x64xf32>
          } {pom.label = "store_C_C_1", pom.name = "C_1", pom.pipeline = #pom.pipeline<ii = 1>}
        } {pom.label = "store_C_C_0", pom.name = "C_0"}
      } {pom.label = "load_C_j0", pom.name = "j0"}
    } {pom.label = "load_C_i0", pom.name = "i0"}
    memref.dealloc %alloc : memref<16x16xf32>
    memref.dealloc %alloc_0 : memref<16x16xf32>
    memref.dealloc %alloc_1 : memref<16x16xf32>
    return
  }
}
