module {
  func.func @lesson_10(%arg0: memref<72xi16> {pom.interface = #pom.interface<ap_memory>, pom.name = "samples", pom.partition = [#pom.partition<dim = 1, cyclic, factor = 8>]}, %arg1: memref<8xi8> {pom.interface = #pom.interface<ap_memory>, pom.name = "taps", pom.partition = [#pom.partition<dim = 1, complete, factor = 8>]}, %arg2: memref<64xi32> {pom.interface = #pom.interface<ap_memory>, pom.name = "filtered"}, %arg3: memref<64xi8> {pom.interface = #pom.interface<ap_memory>, pom.name = "bytes", pom.unsigned}, %arg4: memref<64xi32> {pom.interface = #pom.interface<ap_memory>, pom.name = "levels"}) attributes {pom.top} {
    affine.for %arg5 = 0 to 64 {
      %c0_i32 = arith.constant 0 : i32
      affine.store %c0_i32, %arg2[%arg5] {pom.compute = "clear"} : memref<64xi32>
      affine.for %arg6 = 0 to 8 {
        %16 = affine.load %arg2[%arg5] : memref<64xi32>
        %17 = affine.load %arg0[%arg5 + %arg6] : memref<72xi16>
        %18 = arith.extsi %17 : i16 to i32
        %19 = affine.load %arg1[%arg6] : memref<8xi8>
        %20 = arith.extsi %19 : i8 to i32
        %21 = arith.muli %18, %20 overflow<nsw> : i32
        %22 = arith.addi %16, %21 : i32
        affine.store %22, %arg2[%arg5] {pom.compute = "fir"} : memref<64xi32>
      } {pom.label = "fir_k", pom.name = "k"}
      %0 = affine.load %arg2[%arg5] : memref<64xi32>
      %c128_i32 = arith.constant 128 : i32
      %1 = arith.divsi %0, %c128_i32 : i32
      %c0_i32_0 = arith.constant 0 : i32
      %2 = arith.cmpi sgt, %1, %c0_i32_0 : i32
      %3 = arith.select %2, %1, %c0_i32_0 : i32
      %c255_i32 = arith.constant 255 : i32
      %4 = arith.cmpi slt, %3, %c255_i32 : i32
      %5 = arith.select %4, %3, %c255_i32 : i32
      %6 = arith.trunci %5 : i32 to i8
      affine.store %6, %arg3[%arg5] {pom.compute = "clip"} : memref<64xi8>
      %7 = affine.load %arg3[%arg5] : memref<64xi8>
      %8 = arith.extui %7 : i8 to i32
      %c16_i32 = arith.constant 16 : i32
      %9 = arith.cmpi slt, %8, %c16_i32 : i32
      %c0_i32_1 = arith.constant 0 : i32
      %10 = affine.load %arg3[%arg5] : memref<64xi8>
      %11 = arith.extui %10 : i8 to i32
      %c2_i32 = arith.constant 2 : i32
      %12 = arith.remsi %11, %c2_i32 : i32
      %c0_i32_2 = arith.constant 0 : i32
      %13 = arith.cmpi eq, %12, %c0_i32_2 : i32
      %c1_i32 = arith.constant 1 : i32
      %c2_i32_3 = arith.constant 2 : i32
      %14 = arith.select %13, %c1_i32, %c2_i32_3 : i32
      %15 = arith.select %9, %c0_i32_1, %14 : i32
      affine.store %15, %arg4[%arg5] {pom.compute = "rank"} : memref<64xi32>
    } {pom.label = "clear_i", pom.name = "i", pom.pipeline = #pom.pipeline<ii = 1>}
    return
  }
}
