#set = affine_set<(d0, d1) : (d0 >= 0, d1 >= 0)>
module {
  func.func private @read_in_in_process(%arg0: memref<12x16xi16> {pom.interface = #pom.interface<axis>, pom.name = "in"}, %arg1: memref<12x16xi16> {pom.name = "in_in", pom.stream = #pom.stream<depth = 2>}) attributes {pom.inline_off} {
    affine.for %arg2 = 0 to 12 {
      affine.for %arg3 = 0 to 16 {
        %0 = affine.load %arg0[%arg2, %arg3] : memref<12x16xi16>
        affine.store %0, %arg1[%arg2, %arg3] {pom.compute = "read_in_in"} : memref<12x16xi16>
      } {pom.label = "read_in_in_in_1", pom.name = "in_1"}
    } {pom.label = "read_in_in_in_0", pom.name = "in_0"}
    return
  }
  func.func private @blur_process(%arg0: memref<12x16xi16> {pom.name = "in_in", pom.stream = #pom.stream<depth = 2>}, %arg1: memref<10x14xi16> {pom.interface = #pom.interface<axis>, pom.name = "out"}) attributes {pom.inline_off} {
    %alloc = memref.alloc() {pom.name = "in_in_window_of_blur", pom.partition = [#pom.partition<dim = 1, complete, factor = 3>, #pom.partition<dim = 2, complete, factor = 3>]} : memref<3x3xi16>
    %alloc_0 = memref.alloc() {pom.name = "in_in_lines_of_blur", pom.partition = [#pom.partition<dim = 1, complete, factor = 2>], pom.storage = #pom.storage<"ram_s2p", "lutram">} : memref<2x16xi16>
    affine.for %arg2 = -2 to 10 {
      affine.for %arg3 = -2 to 14 {
        affine.for %arg4 = 0 to 3 {
          affine.for %arg5 = 0 to 2 {
            %1 = affine.load %alloc[%arg4, %arg5 + 1] : memref<3x3xi16>
            affine.store %1, %alloc[%arg4, %arg5] {pom.compute = "move_in_in_window_of_blur"} : memref<3x3xi16>
          } {pom.label = "move_in_in_window_of_blur_d1", pom.name = "d1"}
        } {pom.label = "move_in_in_window_of_blur_d0", pom.name = "d0"}
        affine.for %arg4 = 0 to 2 {
          %1 = affine.load %alloc_0[%arg4, %arg3 + 2] : memref<2x16xi16>
          affine.store %1, %alloc[%arg4, 2] {pom.compute = "load_in_in_lines_of_blur"} : memref<3x3xi16>
        } {pom.label = "load_in_in_lines_of_blur_d0", pom.name = "d0"}
        %0 = affine.load %arg0[%arg2 + 2, %arg3 + 2] : memref<12x16xi16>
        affine.store %0, %alloc[2, 2] {pom.compute = "take_in_in"} : memref<3x3xi16>
        affine.for %arg4 = 1 to 3 {
          %1 = affine.load %alloc[%arg4, 2] : memref<3x3xi16>
          affine.store %1, %alloc_0[%arg4 - 1, %arg3 + 2] {pom.compute = "keep_in_in_lines_of_blur"} : memref<2x16xi16>
        } {pom.label = "keep_in_in_lines_of_blur_d0", pom.name = "d0"}
        affine.if #set(%arg2, %arg3) {
          %1 = affine.load %alloc[1, 1] : memref<3x3xi16>
          %2 = arith.extsi %1 : i16 to i32
          %c4_i32 = arith.constant 4 : i32
          %3 = arith.muli %2, %c4_i32 overflow<nsw> : i32
          %4 = affine.load %alloc[0, 1] : memref<3x3xi16>
          %5 = arith.extsi %4 : i16 to i32
          %6 = arith.addi %3, %5 overflow<nsw> : i32
          %7 = affine.load %alloc[2, 1] : memref<3x3xi16>
          %8 = arith.extsi %7 : i16 to i32
          %9 = arith.addi %6, %8 overflow<nsw> : i32
          %10 = affine.load %alloc[1, 0] : memref<3x3xi16>
          %11 = arith.extsi %10 : i16 to i32
          %12 = arith.addi %9, %11 overflow<nsw> : i32
          %13 = affine.load %alloc[1, 2] : memref<3x3xi16>
          %14 = arith.extsi %13 : i16 to i32
          %15 = arith.addi %12, %14 overflow<nsw> : i32
          %c3_i32 = arith.constant 3 : i32
          %16 = arith.shrsi %15, %c3_i32 : i32
          %17 = arith.trunci %16 : i32 to i16
          affine.store %17, %arg1[%arg2, %arg3] {pom.compute = "blur"} : memref<10x14xi16>
        }
      } {pom.label = "move_in_in_window_of_blur_x", pom.name = "x", pom.pipeline = #pom.pipeline<ii = 1>}
    } {pom.label = "move_in_in_window_of_blur_y", pom.name = "y"}
    memref.dealloc %alloc : memref<3x3xi16>
    memref.dealloc %alloc_0 : memref<2x16xi16>
    return
  }
  func.func @lesson_29(%arg0: memref<12x16xi16> {pom.interface = #pom.interface<axis>, pom.name = "in"}, %arg1: memref<10x14xi16> {pom.interface = #pom.interface<axis>, pom.name = "out"}) attributes {pom.dataflow, pom.top} {
    %alloc = memref.alloc() {pom.name = "in_in", pom.stream = #pom.stream<depth = 2>} : memref<12x16xi16>
    call @read_in_in_process(%arg0, %alloc) : (memref<12x16xi16>, memref<12x16xi16>) -> ()
    call @blur_process(%alloc, %arg1) : (memref<12x16xi16>, memref<10x14xi16>) -> ()
    memref.dealloc %alloc : memref<12x16xi16>
    return
  }
}
