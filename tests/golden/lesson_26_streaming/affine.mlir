#set = affine_set<(d0, d1) : (d0 >= 0, d1 >= 0)>
module {
  memref.global "private" constant @weight_first : memref<4x3x3x3xi8> = dense<"0xF8FD0207FB0005F9FE0308FC0106FAFF04F8FD0207FB0005F9FE0308FC0106FAFF04F8FD0207FB0005F9FE0308FC0106FAFF04F8FD0207FB0005F9FE0308FC0106FAFF04F8FD0207FB0005F9FE0308FC0106FAFF04F8FD0207FB0005F9FE0308FC0106FAFF04F8FD0207FB00">
  memref.global "private" constant @weight_second : memref<4x3x3x4xi8> = dense<"0xF8FD0207FB0005F9FE0308FC0106FAFF04F8FD0207FB0005F9FE0308FC0106FAFF04F8FD0207FB0005F9FE0308FC0106FAFF04F8FD0207FB0005F9FE0308FC0106FAFF04F8FD0207FB0005F9FE0308FC0106FAFF04F8FD0207FB0005F9FE0308FC0106FAFF04F8FD0207FB0005F9FE0308FC0106FAFF04F8FD0207FB0005F9FE0308FC0106FAFF04F8FD0207FB0005F9">
  func.func private @read_process(%arg0: memref<16x16x3xi8> {pom.name = "image", pom.partition = [#pom.partition<dim = 3, complete, factor = 3>]}, %arg1: memref<16x16x3xi8> {pom.name = "pixels", pom.stream = #pom.stream<depth = 2, lanes = [1, 1, 3]>}) attributes {pom.inline_off} {
    affine.for %arg2 = 0 to 16 {
      affine.for %arg3 = 0 to 16 {
        affine.for %arg4 = 0 to 3 {
          %0 = affine.load %arg0[%arg2, %arg3, %arg4] : memref<16x16x3xi8>
          affine.store %0, %arg1[%arg2, %arg3, %arg4] {pom.compute = "read"} : memref<16x16x3xi8>
        } {pom.label = "read_c", pom.name = "c"}
      } {pom.label = "read_x", pom.name = "x", pom.pipeline = #pom.pipeline<ii = 1>}
    } {pom.label = "read_y", pom.name = "y"}
    return
  }
  func.func private @clear_first_process(%arg0: memref<16x16x3xi8> {pom.name = "pixels", pom.stream = #pom.stream<depth = 2, lanes = [1, 1, 3]>}, %arg1: memref<14x14x4xi8> {pom.name = "hidden", pom.stream = #pom.stream<depth = 2, lanes = [1, 1, 4]>}) attributes {pom.inline_off} {
    %alloc = memref.alloc() {pom.name = "pixels_window_of_clear_first", pom.partition = [#pom.partition<dim = 1, complete, factor = 3>, #pom.partition<dim = 2, complete, factor = 3>, #pom.partition<dim = 3, complete, factor = 3>]} : memref<3x3x3xi8>
    %alloc_0 = memref.alloc() {pom.name = "pixels_lines_of_clear_first", pom.partition = [#pom.partition<dim = 1, complete, factor = 2>, #pom.partition<dim = 2, complete, factor = 3>], pom.storage = #pom.storage<"ram_s2p", "lutram">} : memref<2x3x16xi8>
    %alloc_1 = memref.alloc() {pom.name = "sum_first", pom.partition = [#pom.partition<dim = 1, complete, factor = 4>]} : memref<4xi32>
    %0 = memref.get_global @weight_first : memref<4x3x3x3xi8> {pom.name = "weight_first", pom.partition = [#pom.partition<dim = 1, complete, factor = 4>, #pom.partition<dim = 2, complete, factor = 3>, #pom.partition<dim = 3, complete, factor = 3>, #pom.partition<dim = 4, complete, factor = 3>]}
    affine.for %arg2 = -2 to 14 {
      affine.for %arg3 = -2 to 14 {
        affine.for %arg4 = 0 to 3 {
          affine.for %arg5 = 0 to 2 {
            affine.for %arg6 = 0 to 3 {
              %1 = affine.load %alloc[%arg4, %arg5 + 1, %arg6] : memref<3x3x3xi8>
              affine.store %1, %alloc[%arg4, %arg5, %arg6] {pom.compute = "move_pixels_window_of_clear_first"} : memref<3x3x3xi8>
            } {pom.label = "move_pixels_window_of_clear_first_d2", pom.name = "d2"}
          } {pom.label = "move_pixels_window_of_clear_first_d1", pom.name = "d1"}
        } {pom.label = "move_pixels_window_of_clear_first_d0", pom.name = "d0"}
        affine.for %arg4 = 0 to 2 {
          affine.for %arg5 = 0 to 3 {
            %1 = affine.load %alloc_0[%arg4, %arg5, %arg3 + 2] : memref<2x3x16xi8>
            affine.store %1, %alloc[%arg4, 2, %arg5] {pom.compute = "load_pixels_lines_of_clear_first"} : memref<3x3x3xi8>
          } {pom.label = "load_pixels_lines_of_clear_first_d2", pom.name = "d2"}
        } {pom.label = "load_pixels_lines_of_clear_first_d0", pom.name = "d0"}
        affine.for %arg4 = 0 to 3 {
          %1 = affine.load %arg0[%arg2 + 2, %arg3 + 2, %arg4] : memref<16x16x3xi8>
          affine.store %1, %alloc[2, 2, %arg4] {pom.compute = "take_pixels"} : memref<3x3x3xi8>
        } {pom.label = "take_pixels_d2", pom.name = "d2"}
        affine.for %arg4 = 1 to 3 {
          affine.for %arg5 = 0 to 3 {
            %1 = affine.load %alloc[%arg4, 2, %arg5] : memref<3x3x3xi8>
            affine.store %1, %alloc_0[%arg4 - 1, %arg5, %arg3 + 2] {pom.compute = "keep_pixels_lines_of_clear_first"} : memref<2x3x16xi8>
          } {pom.label = "keep_pixels_lines_of_clear_first_d2", pom.name = "d2"}
        } {pom.label = "keep_pixels_lines_of_clear_first_d0", pom.name = "d0"}
        affine.if #set(%arg2, %arg3) {
          affine.for %arg4 = 0 to 4 {
            %c0_i32 = arith.constant 0 : i32
            affine.store %c0_i32, %alloc_1[%arg4] {pom.compute = "clear_first"} : memref<4xi32>
          } {pom.label = "clear_first_f", pom.name = "f"}
          affine.for %arg4 = 0 to 4 {
            affine.for %arg5 = 0 to 3 {
              affine.for %arg6 = 0 to 3 {
                affine.for %arg7 = 0 to 3 {
                  %1 = affine.load %alloc_1[%arg4] : memref<4xi32>
                  %2 = affine.load %alloc[%arg5, %arg6, %arg7] : memref<3x3x3xi8>
                  %3 = arith.extsi %2 : i8 to i32
                  %4 = affine.load %0[%arg4, %arg5, %arg6, %arg7] : memref<4x3x3x3xi8>
                  %5 = arith.extsi %4 : i8 to i32
                  %6 = arith.muli %3, %5 overflow<nsw> : i32
                  %7 = arith.addi %1, %6 : i32
                  affine.store %7, %alloc_1[%arg4] {pom.compute = "add_first"} : memref<4xi32>
                } {pom.label = "add_first_c", pom.name = "c"}
              } {pom.label = "add_first_q", pom.name = "q"}
            } {pom.label = "add_first_r", pom.name = "r"}
          } {pom.label = "add_first_f", pom.name = "f"}
          affine.for %arg4 = 0 to 4 {
            %c127_i32 = arith.constant 127 : i32
            %c0_i32 = arith.constant 0 : i32
            %1 = affine.load %alloc_1[%arg4] : memref<4xi32>
            %c6_i32 = arith.constant 6 : i32
            %2 = arith.shrsi %1, %c6_i32 : i32
            %3 = arith.cmpi sgt, %c0_i32, %2 : i32
            %4 = arith.select %3, %c0_i32, %2 : i32
            %5 = arith.cmpi slt, %c127_i32, %4 : i32
            %6 = arith.select %5, %c127_i32, %4 : i32
            %7 = arith.trunci %6 : i32 to i8
            affine.store %7, %arg1[%arg2, %arg3, %arg4] {pom.compute = "first"} : memref<14x14x4xi8>
          } {pom.label = "first_f", pom.name = "f"}
        }
      } {pom.label = "move_pixels_window_of_clear_first_x", pom.name = "x", pom.pipeline = #pom.pipeline<ii = 1>}
    } {pom.label = "move_pixels_window_of_clear_first_y", pom.name = "y"}
    memref.dealloc %alloc : memref<3x3x3xi8>
    memref.dealloc %alloc_0 : memref<2x3x16xi8>
    memref.dealloc %alloc_1 : memref<4xi32>
    return
  }
  func.func private @clear_second_process(%arg0: memref<14x14x4xi8> {pom.name = "hidden", pom.stream = #pom.stream<depth = 2, lanes = [1, 1, 4]>}, %arg1: memref<12x12x4xi8> {pom.name = "result", pom.partition = [#pom.partition<dim = 3, complete, factor = 4>]}) attributes {pom.inline_off} {
    %alloc = memref.alloc() {pom.name = "hidden_window_of_clear_second", pom.partition = [#pom.partition<dim = 1, complete, factor = 3>, #pom.partition<dim = 2, complete, factor = 3>, #pom.partition<dim = 3, complete, factor = 4>]} : memref<3x3x4xi8>
    %alloc_0 = memref.alloc() {pom.name = "hidden_lines_of_clear_second", pom.partition = [#pom.partition<dim = 1, complete, factor = 2>, #pom.partition<dim = 2, complete, factor = 4>], pom.storage = #pom.storage<"ram_s2p", "lutram">} : memref<2x4x14xi8>
    %alloc_1 = memref.alloc() {pom.name = "sum_second", pom.partition = [#pom.partition<dim = 1, complete, factor = 4>]} : memref<4xi32>
    %0 = memref.get_global @weight_second : memref<4x3x3x4xi8> {pom.name = "weight_second", pom.partition = [#pom.partition<dim = 1, complete, factor = 4>, #pom.partition<dim = 2, complete, factor = 3>, #pom.partition<dim = 3, complete, factor = 3>, #pom.partition<dim = 4, complete, factor = 4>]}
    affine.for %arg2 = -2 to 12 {
      affine.for %arg3 = -2 to 12 {
        affine.for %arg4 = 0 to 3 {
          affine.for %arg5 = 0 to 2 {
            affine.for %arg6 = 0 to 4 {
              %1 = affine.load %alloc[%arg4, %arg5 + 1, %arg6] : memref<3x3x4xi8>
              affine.store %1, %alloc[%arg4, %arg5, %arg6] {pom.compute = "move_hidden_window_of_clear_second"} : memref<3x3x4xi8>
            } {pom.label = "move_hidden_window_of_clear_second_d2", pom.name = "d2"}
          } {pom.label = "move_hidden_window_of_clear_second_d1", pom.name = "d1"}
        } {pom.label = "move_hidden_window_of_clear_second_d0", pom.name = "d0"}
        affine.for %arg4 = 0 to 2 {
          affine.for %arg5 = 0 to 4 {
            %1 = affine.load %alloc_0[%arg4, %arg5, %arg3 + 2] : memref<2x4x14xi8>
            affine.store %1, %alloc[%arg4, 2, %arg5] {pom.compute = "load_hidden_lines_of_clear_second"} : memref<3x3x4xi8>
          } {pom.label = "load_hidden_lines_of_clear_second_d2", pom.name = "d2"}
        } {pom.label = "load_hidden_lines_of_clear_second_d0", pom.name = "d0"}
        affine.for %arg4 = 0 to 4 {
          %1 = affine.load %arg0[%arg2 + 2, %arg3 + 2, %arg4] : memref<14x14x4xi8>
          affine.store %1, %alloc[2, 2, %arg4] {pom.compute = "take_hidden"} : memref<3x3x4xi8>
        } {pom.label = "take_hidden_d2", pom.name = "d2"}
        affine.for %arg4 = 1 to 3 {
          affine.for %arg5 = 0 to 4 {
            %1 = affine.load %alloc[%arg4, 2, %arg5] : memref<3x3x4xi8>
            affine.store %1, %alloc_0[%arg4 - 1, %arg5, %arg3 + 2] {pom.compute = "keep_hidden_lines_of_clear_second"} : memref<2x4x14xi8>
          } {pom.label = "keep_hidden_lines_of_clear_second_d2", pom.name = "d2"}
        } {pom.label = "keep_hidden_lines_of_clear_second_d0", pom.name = "d0"}
        affine.if #set(%arg2, %arg3) {
          affine.for %arg4 = 0 to 4 {
            %c0_i32 = arith.constant 0 : i32
            affine.store %c0_i32, %alloc_1[%arg4] {pom.compute = "clear_second"} : memref<4xi32>
          } {pom.label = "clear_second_f", pom.name = "f"}
          affine.for %arg4 = 0 to 4 {
            affine.for %arg5 = 0 to 3 {
              affine.for %arg6 = 0 to 3 {
                affine.for %arg7 = 0 to 4 {
                  %1 = affine.load %alloc_1[%arg4] : memref<4xi32>
                  %2 = affine.load %alloc[%arg5, %arg6, %arg7] : memref<3x3x4xi8>
                  %3 = arith.extsi %2 : i8 to i32
                  %4 = affine.load %0[%arg4, %arg5, %arg6, %arg7] : memref<4x3x3x4xi8>
                  %5 = arith.extsi %4 : i8 to i32
                  %6 = arith.muli %3, %5 overflow<nsw> : i32
                  %7 = arith.addi %1, %6 : i32
                  affine.store %7, %alloc_1[%arg4] {pom.compute = "add_second"} : memref<4xi32>
                } {pom.label = "add_second_c", pom.name = "c"}
              } {pom.label = "add_second_q", pom.name = "q"}
            } {pom.label = "add_second_r", pom.name = "r"}
          } {pom.label = "add_second_f", pom.name = "f"}
          affine.for %arg4 = 0 to 4 {
            %c127_i32 = arith.constant 127 : i32
            %c0_i32 = arith.constant 0 : i32
            %1 = affine.load %alloc_1[%arg4] : memref<4xi32>
            %c6_i32 = arith.constant 6 : i32
            %2 = arith.shrsi %1, %c6_i32 : i32
            %3 = arith.cmpi sgt, %c0_i32, %2 : i32
            %4 = arith.select %3, %c0_i32, %2 : i32
            %5 = arith.cmpi slt, %c127_i32, %4 : i32
            %6 = arith.select %5, %c127_i32, %4 : i32
            %7 = arith.trunci %6 : i32 to i8
            affine.store %7, %arg1[%arg2, %arg3, %arg4] {pom.compute = "second"} : memref<12x12x4xi8>
          } {pom.label = "second_f", pom.name = "f"}
        }
      } {pom.label = "move_hidden_window_of_clear_second_x", pom.name = "x", pom.pipeline = #pom.pipeline<ii = 1>}
    } {pom.label = "move_hidden_window_of_clear_second_y", pom.name = "y"}
    memref.dealloc %alloc : memref<3x3x4xi8>
    memref.dealloc %alloc_0 : memref<2x4x14xi8>
    memref.dealloc %alloc_1 : memref<4xi32>
    return
  }
  func.func @lesson_26(%arg0: memref<16x16x3xi8> {pom.interface = #pom.interface<ap_memory>, pom.name = "image", pom.partition = [#pom.partition<dim = 3, complete, factor = 3>]}, %arg1: memref<12x12x4xi8> {pom.interface = #pom.interface<ap_memory>, pom.name = "result", pom.partition = [#pom.partition<dim = 3, complete, factor = 4>]}) attributes {pom.dataflow, pom.top} {
    %alloc = memref.alloc() {pom.name = "pixels", pom.stream = #pom.stream<depth = 2, lanes = [1, 1, 3]>} : memref<16x16x3xi8>
    %alloc_0 = memref.alloc() {pom.name = "hidden", pom.stream = #pom.stream<depth = 2, lanes = [1, 1, 4]>} : memref<14x14x4xi8>
    call @read_process(%arg0, %alloc) : (memref<16x16x3xi8>, memref<16x16x3xi8>) -> ()
    call @clear_first_process(%alloc, %alloc_0) : (memref<16x16x3xi8>, memref<14x14x4xi8>) -> ()
    call @clear_second_process(%alloc_0, %arg1) : (memref<14x14x4xi8>, memref<12x12x4xi8>) -> ()
    memref.dealloc %alloc : memref<16x16x3xi8>
    memref.dealloc %alloc_0 : memref<14x14x4xi8>
    return
  }
}
