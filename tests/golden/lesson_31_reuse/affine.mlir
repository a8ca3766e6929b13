#set = affine_set<(d0, d1) : (d0 >= 0, d1 >= 0)>
module {
  func.func @lesson_31(%arg0: memref<32x40xi16> {pom.interface = #pom.interface<m_axi, bundle = "gmem_in">, pom.name = "in"}, %arg1: memref<30x38xi16> {pom.interface = #pom.interface<m_axi, bundle = "gmem_out">, pom.name = "out"}) attributes {pom.top} {
    %alloc = memref.alloc() {pom.name = "in_window_of_blur", pom.partition = [#pom.partition<dim = 1, complete, factor = 3>, #pom.partition<dim = 2, complete, factor = 3>]} : memref<3x3xi16>
    %alloc_0 = memref.alloc() {pom.name = "in_lines_of_blur", pom.partition = [#pom.partition<dim = 1, complete, factor = 2>], pom.storage = #pom.storage<"ram_s2p", "lutram">} : memref<2x40xi16>
    affine.for %arg2 = -2 to 30 {
      affine.for %arg3 = -2 to 38 {
        affine.for %arg4 = 0 to 3 {
          affine.for %arg5 = 0 to 2 {
            %1 = affine.load %alloc[%arg4, %arg5 + 1] : memref<3x3xi16>
            affine.store %1, %alloc[%arg4, %arg5] {pom.compute = "move_in_window_of_blur"} : memref<3x3xi16>
          } {pom.label = "move_in_window_of_blur_d1", pom.name = "d1"}
        } {pom.label = "move_in_window_of_blur_d0", pom.name = "d0"}
        affine.for %arg4 = 0 to 2 {
          %1 = affine.load %alloc_0[%arg4, %arg3 + 2] : memref<2x40xi16>
          affine.store %1, %alloc[%arg4, 2] {pom.compute = "load_in_lines_of_blur"} : memref<3x3xi16>
        } {pom.label = "load_in_lines_of_blur_d0", pom.name = "d0"}
        %0 = affine.load %arg0[%arg2 + 2, %arg3 + 2] : memref<32x40xi16>
        affine.store %0, %alloc[2, 2] {pom.compute = "load_in_window_of_blur"} : memref<3x3xi16>
        affine.for %arg4 = 1 to 3 {
          %1 = affine.load %alloc[%arg4, 2] : memref<3x3xi16>
          affine.store %1, %alloc_0[%arg4 - 1, %arg3 + 2] {pom.compute = "keep_in_lines_of_blur"} : memref<2x40xi16>
        } {pom.label = "keep_in_lines_of_blur_d0", pom.name = "d0"}
        affine.if #set(%arg2, %arg3) {
          %1 = affine.load %alloc[0, 0] : memref<3x3xi16>
          %2 = arith.extsi %1 : i16 to i32
          %3 = affine.load %alloc[0, 1] : memref<3x3xi16>
          %4 = arith.extsi %3 : i16 to i32
          %5 = arith.addi %2, %4 overflow<nsw> : i32
          %6 = affine.load %alloc[0, 2] : memref<3x3xi16>
          %7 = arith.extsi %6 : i16 to i32
          %8 = arith.addi %5, %7 overflow<nsw> : i32
          %9 = affine.load %alloc[1, 0] : memref<3x3xi16>
          %10 = arith.extsi %9 : i16 to i32
          %11 = arith.addi %8, %10 overflow<nsw> : i32
          %12 = affine.load %alloc[1, 1] : memref<3x3xi16>
          %13 = arith.extsi %12 : i16 to i32
          %14 = arith.addi %11, %13 overflow<nsw> : i32
          %15 = affine.load %alloc[1, 2] : memref<3x3xi16>
          %16 = arith.extsi %15 : i16 to i32
          %17 = arith.addi %14, %16 overflow<nsw> : i32
          %18 = affine.load %alloc[2, 0] : memref<3x3xi16>
          %19 = arith.extsi %18 : i16 to i32
          %20 = arith.addi %17, %19 overflow<nsw> : i32
          %21 = affine.load %alloc[2, 1] : memref<3x3xi16>
          %22 = arith.extsi %21 : i16 to i32
          %23 = arith.addi %20, %22 overflow<nsw> : i32
          %24 = affine.load %alloc[2, 2] : memref<3x3xi16>
          %25 = arith.extsi %24 : i16 to i32
          %26 = arith.addi %23, %25 overflow<nsw> : i32
          %c9_i32 = arith.constant 9 : i32
          %27 = arith.divsi %26, %c9_i32 : i32
          %28 = arith.trunci %27 : i32 to i16
          affine.store %28, %arg1[%arg2, %arg3] {pom.compute = "blur"} : memref<30x38xi16>
        }
      } {pom.label = "move_in_window_of_blur_x", pom.name = "x", pom.pipeline = #pom.pipeline<ii = 1>}
    } {pom.label = "move_in_window_of_blur_y", pom.name = "y"}
    memref.dealloc %alloc : memref<3x3xi16>
    memref.dealloc %alloc_0 : memref<2x40xi16>
    return
  }
}
