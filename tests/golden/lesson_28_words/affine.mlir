module {
  func.func @lesson_28(%arg0: memref<64x64xf32> {pom.interface = #pom.interface<m_axi, bundle = "gmem_a">, pom.lanes = 16 : i64, pom.name = "A"}, %arg1: memref<64xf32> {pom.interface = #pom.interface<m_axi, bundle = "gmem_x">, pom.lanes = 16 : i64, pom.name = "x"}, %arg2: memref<64xf32> {pom.interface = #pom.interface<m_axi, bundle = "gmem_y">, pom.lanes = 16 : i64, pom.name = "y"}) attributes {pom.top} {
    %alloc = memref.alloc() {pom.name = "A_buffer", pom.partition = [#pom.partition<dim = 1, cyclic, factor = 16>, #pom.partition<dim = 2, cyclic, factor = 16>]} : memref<16x64xf32>
    %alloc_0 = memref.alloc() {pom.name = "y_buffer", pom.partition = [#pom.partition<dim = 1, complete, factor = 16>]} : memref<16xf32>
    %alloc_1 = memref.alloc() {pom.name = "x_buffer", pom.partition = [#pom.partition<dim = 1, cyclic, factor = 16>]} : memref<64xf32>
    affine.for %arg3 = 0 to 4 {
      affine.for %arg4 = 0 to 16 {
        %0 = affine.load %arg1[%arg3 * 16 + %arg4] : memref<64xf32>
        affine.store %0, %alloc_1[%arg3 * 16 + %arg4] {pom.compute = "load_x"} : memref<64xf32>
      } {pom.label = "load_x_x_lane", pom.name = "x_lane", pom.unroll = #pom.unroll<full>}
    } {pom.label = "load_x_x_0", pom.name = "x_0", pom.pipeline = #pom.pipeline<ii = 1>}
    affine.for %arg3 = 0 to 4 {
      affine.for %arg4 = 0 to 1 {
        affine.for %arg5 = 0 to 16 {
          %0 = affine.load %arg2[%arg3 * 16 + %arg5] : memref<64xf32>
          affine.store %0, %alloc_0[%arg5] {pom.compute = "load_y"} : memref<16xf32>
        } {pom.label = "load_y_y_lane", pom.name = "y_lane", pom.unroll = #pom.unroll<full>}
      } {pom.label = "load_y_y_0", pom.name = "y_0", pom.pipeline = #pom.pipeline<ii = 1>}
      affine.for %arg4 = 0 to 16 {
        affine.for %arg5 = 0 to 4 {
          affine.for %arg6 = 0 to 16 {
            %0 = affine.load %arg0[%arg3 * 16 + %arg4, %arg5 * 16 + %arg6] : memref<64x64xf32>
            affine.store %0, %alloc[%arg4, %arg5 * 16 + %arg6] {pom.compute = "load_A"} : memref<16x64xf32>
          } {pom.label = "load_A_A_lane", pom.name = "A_lane", pom.unroll = #pom.unroll<full>}
        } {pom.label = "load_A_A_1", pom.name = "A_1", pom.pipeline = #pom.pipeline<ii = 1>}
      } {pom.label = "load_A_A_0", pom.name = "A_0"}
      affine.for %arg4 = 0 to 50 {
        affine.for %arg5 = 0 to 16 {
          %0 = affine.load %alloc_0[%arg5] : memref<16xf32>
          %1 = affine.load %alloc[%arg5, %arg4] : memref<16x64xf32>
          %2 = affine.load %alloc_1[%arg4] : memref<64xf32>
          %3 = arith.mulf %1, %2 : f32
          %4 = arith.addf %0, %3 : f32
          affine.store %4, %alloc_0[%arg5] {pom.compute = "s"} : memref<16xf32>
        } {pom.label = "s_i1", pom.name = "i1", pom.unroll = #pom.unroll<full>}
      } {pom.label = "s_j", pom.name = "j", pom.pipeline = #pom.pipeline<ii = 1>}
      affine.for %arg4 = 0 to 1 {
        affine.for %arg5 = 0 to 16 {
          %0 = affine.load %alloc_0[%arg5] : memref<16xf32>
          affine.store %0, %arg2[%arg3 * 16 + %arg5] {pom.compute = "store_y"} : memref<64xf32>
        } {pom.label = "store_y_y_lane", pom.name = "y_lane", pom.unroll = #pom.unroll<full>}
      } {pom.label = "store_y_y_0", pom.name = "y_0", pom.pipeline = #pom.pipeline<ii = 1>}
    } {pom.label = "load_y_i0", pom.name = "i0"}
    memref.dealloc %alloc : memref<16x64xf32>
    memref.dealloc %alloc_0 : memref<16xf32>
    memref.dealloc %alloc_1 : memref<64xf32>
    return
  }
}
