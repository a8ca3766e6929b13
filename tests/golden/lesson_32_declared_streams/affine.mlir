#set = affine_set<(d0) : (d0 >= 0)>
module {
  func.func private @clear_process(%arg0: memref<16x16xf32> {pom.name = "A"}, %arg1: memref<16x16xf32> {pom.name = "B"}, %arg2: memref<16x16xf32> {pom.name = "product", pom.stream = #pom.stream<depth = 4>}) attributes {pom.inline_off} {
    %alloc = memref.alloc() {pom.name = "product_sum"} : memref<f32>
    affine.for %arg3 = 0 to 16 {
      affine.for %arg4 = 0 to 16 {
        %cst = arith.constant 0.000000e+00 : f32
        affine.store %cst, %alloc[] {pom.compute = "clear"} : memref<f32>
        affine.for %arg5 = 0 to 16 {
          %1 = affine.load %alloc[] : memref<f32>
          %2 = affine.load %arg0[%arg3, %arg5] : memref<16x16xf32>
          %3 = affine.load %arg1[%arg5, %arg4] : memref<16x16xf32>
          %4 = arith.mulf %2, %3 : f32
          %5 = arith.addf %1, %4 : f32
          affine.store %5, %alloc[] {pom.compute = "add"} : memref<f32>
        } {pom.label = "add_k", pom.name = "k"}
        %0 = affine.load %alloc[] : memref<f32>
        affine.store %0, %arg2[%arg3, %arg4] {pom.compute = "store_product"} : memref<16x16xf32>
      } {pom.label = "clear_j", pom.name = "j"}
    } {pom.label = "clear_i", pom.name = "i"}
    memref.dealloc %alloc : memref<f32>
    return
  }
  func.func private @scale_and_turn(%arg0: memref<16x16xf32> {pom.name = "product", pom.stream = #pom.stream<depth = 4>}, %arg1: memref<16x16xf32> {pom.name = "turned", pom.stream = #pom.stream<depth = 4>}) attributes {pom.inline_off} {
    %alloc = memref.alloc() {pom.name = "halved"} : memref<16x16xf32>
    affine.for %arg2 = 0 to 16 {
      affine.for %arg3 = 0 to 16 {
        %0 = affine.load %arg0[%arg2, %arg3] : memref<16x16xf32>
        %cst = arith.constant 2.000000e+00 : f32
        %1 = arith.divf %0, %cst : f32
        affine.store %1, %alloc[%arg2, %arg3] {pom.compute = "scale"} : memref<16x16xf32>
      } {pom.label = "scale_j", pom.name = "j"}
    } {pom.label = "scale_i", pom.name = "i"}
    affine.for %arg2 = 0 to 16 {
      affine.for %arg3 = 0 to 16 {
        %0 = affine.load %alloc[%arg3, %arg2] : memref<16x16xf32>
        affine.store %0, %arg1[%arg3, %arg2] {pom.compute = "convert_halved"} : memref<16x16xf32>
      } {pom.label = "convert_halved_halved_0", pom.name = "halved_0"}
    } {pom.label = "convert_halved_halved_1", pom.name = "halved_1"}
    memref.dealloc %alloc : memref<16x16xf32>
    return
  }
  func.func private @smooth_process(%arg0: memref<16x16xf32> {pom.name = "turned", pom.stream = #pom.stream<depth = 4>}, %arg1: memref<16x14xf32> {pom.name = "out"}) attributes {pom.inline_off} {
    %alloc = memref.alloc() {pom.name = "turned_window_of_smooth", pom.partition = [#pom.partition<dim = 1, complete, factor = 3>]} : memref<3x1xf32>
    affine.for %arg2 = 0 to 16 {
      affine.for %arg3 = -2 to 14 {
        affine.for %arg4 = 0 to 2 {
          %1 = affine.load %alloc[%arg4 + 1, 0] : memref<3x1xf32>
          affine.store %1, %alloc[%arg4, 0] {pom.compute = "move_turned_window_of_smooth"} : memref<3x1xf32>
        } {pom.label = "move_turned_window_of_smooth_d0", pom.name = "d0"}
        %0 = affine.load %arg0[%arg3 + 2, %arg2] : memref<16x16xf32>
        affine.store %0, %alloc[2, 0] {pom.compute = "load_turned_window_of_smooth"} : memref<3x1xf32>
        affine.if #set(%arg3) {
          %1 = affine.load %alloc[0, 0] : memref<3x1xf32>
          %2 = affine.load %alloc[1, 0] : memref<3x1xf32>
          %3 = arith.addf %1, %2 : f32
          %4 = affine.load %alloc[2, 0] : memref<3x1xf32>
          %5 = arith.addf %3, %4 : f32
          affine.store %5, %arg1[%arg2, %arg3] {pom.compute = "smooth"} : memref<16x14xf32>
        }
      } {pom.label = "move_turned_window_of_smooth_x", pom.name = "x", pom.pipeline = #pom.pipeline<ii = 1>}
    } {pom.label = "move_turned_window_of_smooth_y", pom.name = "y"}
    memref.dealloc %alloc : memref<3x1xf32>
    return
  }
  func.func @lesson_32(%arg0: memref<16x16xf32> {pom.interface = #pom.interface<ap_memory>, pom.name = "A"}, %arg1: memref<16x16xf32> {pom.interface = #pom.interface<ap_memory>, pom.name = "B"}, %arg2: memref<16x14xf32> {pom.interface = #pom.interface<ap_memory>, pom.name = "out"}) attributes {pom.dataflow, pom.top} {
    %alloc = memref.alloc() {pom.name = "product", pom.stream = #pom.stream<depth = 4>} : memref<16x16xf32>
    %alloc_0 = memref.alloc() {pom.name = "turned", pom.stream = #pom.stream<depth = 4>} : memref<16x16xf32>
    call @clear_process(%arg0, %arg1, %alloc) : (memref<16x16xf32>, memref<16x16xf32>, memref<16x16xf32>) -> ()
    call @scale_and_turn(%alloc, %alloc_0) : (memref<16x16xf32>, memref<16x16xf32>) -> ()
    call @smooth_process(%alloc_0, %arg2) : (memref<16x16xf32>, memref<16x14xf32>) -> ()
    memref.dealloc %alloc : memref<16x16xf32>
    memref.dealloc %alloc_0 : memref<16x16xf32>
    return
  }
}
