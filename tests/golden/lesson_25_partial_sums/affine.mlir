module {
  func.func @lesson_25(%arg0: memref<64xf32> {pom.interface = #pom.interface<ap_memory>, pom.name = "x", pom.partition = [#pom.partition<dim = 1, cyclic, factor = 8>]}, %arg1: memref<64xf32> {pom.interface = #pom.interface<ap_memory>, pom.name = "y", pom.partition = [#pom.partition<dim = 1, cyclic, factor = 8>]}, %arg2: memref<16x32xi32> {pom.interface = #pom.interface<ap_memory>, pom.name = "A"}, %arg3: memref<16xi32> {pom.interface = #pom.interface<ap_memory>, pom.name = "r"}, %arg4: memref<f32> {pom.interface = #pom.interface<ap_vld>, pom.name = "sum"}) attributes {pom.top} {
    %alloc = memref.alloc() {pom.name = "products", pom.partition = [#pom.partition<dim = 1, complete, factor = 8>]} : memref<8xf32>
    %alloc_0 = memref.alloc() {pom.name = "turns", pom.partition = [#pom.partition<dim = 1, complete, factor = 4>]} : memref<4xf32>
    %alloc_1 = memref.alloc() {pom.name = "rows", pom.storage = #pom.storage<"ram_2p", "lutram">} : memref<16xi32>
    %cst = arith.constant 0.000000e+00 : f32
    affine.store %cst, %arg4[] {pom.compute = "clear"} : memref<f32>
    affine.for %arg5 = 0 to 4 {
      %cst_2 = arith.constant 0.000000e+00 : f32
      affine.store %cst_2, %alloc_0[%arg5] {pom.compute = "turns_init"} : memref<4xf32>
    } {pom.label = "turns_init_k0_1", pom.name = "k0_1", pom.unroll = #pom.unroll<full>}
    affine.for %arg5 = 0 to 2 {
      affine.for %arg6 = 0 to 4 {
        affine.for %arg7 = 0 to 8 {
          %26 = affine.load %arg0[(%arg5 * 4 + %arg6) * 8 + %arg7] : memref<64xf32>
          %27 = affine.load %arg1[(%arg5 * 4 + %arg6) * 8 + %arg7] : memref<64xf32>
          %28 = arith.mulf %26, %27 : f32
          affine.store %28, %alloc[%arg7] {pom.compute = "dot"} : memref<8xf32>
        } {pom.label = "dot_k1", pom.name = "k1", pom.unroll = #pom.unroll<full>}
        %9 = affine.load %alloc_0[%arg6] : memref<4xf32>
        %10 = affine.load %alloc[0] : memref<8xf32>
        %11 = affine.load %alloc[1] : memref<8xf32>
        %12 = arith.addf %10, %11 : f32
        %13 = affine.load %alloc[2] : memref<8xf32>
        %14 = affine.load %alloc[3] : memref<8xf32>
        %15 = arith.addf %13, %14 : f32
        %16 = arith.addf %12, %15 : f32
        %17 = affine.load %alloc[4] : memref<8xf32>
        %18 = affine.load %alloc[5] : memref<8xf32>
        %19 = arith.addf %17, %18 : f32
        %20 = affine.load %alloc[6] : memref<8xf32>
        %21 = affine.load %alloc[7] : memref<8xf32>
        %22 = arith.addf %20, %21 : f32
        %23 = arith.addf %19, %22 : f32
        %24 = arith.addf %16, %23 : f32
        %25 = arith.addf %9, %24 : f32
        affine.store %25, %alloc_0[%arg6] {pom.compute = "products_combine"} : memref<4xf32>
      } {pom.dependence = [#pom.dependence<"turns", distance = 4>], pom.label = "dot_k0_1", pom.name = "k0_1", pom.pipeline = #pom.pipeline<ii = 1>}
    } {pom.label = "dot_k0_0", pom.name = "k0_0"}
    %0 = affine.load %arg4[] : memref<f32>
    %1 = affine.load %alloc_0[0] : memref<4xf32>
    %2 = affine.load %alloc_0[1] : memref<4xf32>
    %3 = arith.addf %1, %2 : f32
    %4 = affine.load %alloc_0[2] : memref<4xf32>
    %5 = affine.load %alloc_0[3] : memref<4xf32>
    %6 = arith.addf %4, %5 : f32
    %7 = arith.addf %3, %6 : f32
    %8 = arith.addf %0, %7 : f32
    affine.store %8, %arg4[] {pom.compute = "turns_combine"} : memref<f32>
    affine.for %arg5 = 0 to 16 {
      %c0_i32 = arith.constant 0 : i32
      affine.store %c0_i32, %alloc_1[%arg5] {pom.compute = "start"} : memref<16xi32>
    } {pom.label = "start_i", pom.name = "i"}
    affine.for %arg5 = 0 to 32 {
      affine.for %arg6 = 0 to 16 {
        %9 = affine.load %alloc_1[%arg6] : memref<16xi32>
        %10 = affine.load %arg2[%arg6, %arg5] : memref<16x32xi32>
        %11 = arith.addi %9, %10 : i32
        affine.store %11, %alloc_1[%arg6] {pom.compute = "add"} : memref<16xi32>
      } {pom.label = "add_i", pom.name = "i", pom.pipeline = #pom.pipeline<ii = 1>}
    } {pom.label = "add_j", pom.name = "j"}
    affine.for %arg5 = 0 to 16 {
      %9 = affine.load %alloc_1[%arg5] : memref<16xi32>
      affine.store %9, %arg3[%arg5] {pom.compute = "store"} : memref<16xi32>
    } {pom.label = "store_i", pom.name = "i"}
    memref.dealloc %alloc : memref<8xf32>
    memref.dealloc %alloc_0 : memref<4xf32>
    memref.dealloc %alloc_1 : memref<16xi32>
    return
  }
}
