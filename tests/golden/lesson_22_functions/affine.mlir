module {
  func.func @lesson_22_hamming(%arg0: memref<128xi32> {pom.interface = #pom.interface<ap_memory>, pom.name = "a", pom.unsigned}, %arg1: memref<128xi32> {pom.interface = #pom.interface<ap_memory>, pom.name = "b", pom.unsigned}, %arg2: memref<128xi8> {pom.interface = #pom.interface<ap_memory>, pom.name = "distance", pom.unsigned}) attributes {pom.top} {
    affine.for %arg3 = 0 to 128 {
      %0 = affine.load %arg0[%arg3] : memref<128xi32>
      %1 = affine.load %arg1[%arg3] : memref<128xi32>
      %2 = arith.xori %0, %1 : i32
      %c1_i32 = arith.constant 1 : i32
      %3 = arith.shrui %2, %c1_i32 : i32
      %c1431655765_i32 = arith.constant 1431655765 : i32
      %4 = arith.andi %3, %c1431655765_i32 : i32
      %5 = arith.subi %2, %4 : i32
      %c858993459_i32 = arith.constant 858993459 : i32
      %6 = arith.andi %5, %c858993459_i32 : i32
      %c2_i32 = arith.constant 2 : i32
      %7 = arith.shrui %5, %c2_i32 : i32
      %c858993459_i32_0 = arith.constant 858993459 : i32
      %8 = arith.andi %7, %c858993459_i32_0 : i32
      %9 = arith.addi %6, %8 : i32
      %c4_i32 = arith.constant 4 : i32
      %10 = arith.shrui %9, %c4_i32 : i32
      %11 = arith.addi %9, %10 : i32
      %c252645135_i32 = arith.constant 252645135 : i32
      %12 = arith.andi %11, %c252645135_i32 : i32
      %c8_i32 = arith.constant 8 : i32
      %13 = arith.shrui %12, %c8_i32 : i32
      %14 = arith.addi %12, %13 : i32
      %c16_i32 = arith.constant 16 : i32
      %15 = arith.shrui %14, %c16_i32 : i32
      %16 = arith.addi %14, %15 : i32
      %c63_i32 = arith.constant 63 : i32
      %17 = arith.andi %16, %c63_i32 : i32
      %18 = arith.trunci %17 : i32 to i8
      affine.store %18, %arg2[%arg3] {pom.compute = "count"} : memref<128xi8>
    } {pom.label = "count_n", pom.name = "n", pom.pipeline = #pom.pipeline<ii = 1>}
    return
  }
}
