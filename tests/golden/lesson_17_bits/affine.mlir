module {
  func.func @lesson_17_crc(%arg0: memref<16x8xi8> {pom.interface = #pom.interface<ap_memory>, pom.name = "messages", pom.unsigned}, %arg1: memref<16xi32> {pom.interface = #pom.interface<ap_memory>, pom.name = "crc", pom.unsigned}) attributes {pom.top} {
    affine.for %arg2 = 0 to 16 {
      %c-1_i32 = arith.constant -1 : i32
      affine.store %c-1_i32, %arg1[%arg2] {pom.compute = "start"} : memref<16xi32>
      affine.for %arg3 = 0 to 8 {
        %2 = affine.load %arg1[%arg2] : memref<16xi32>
        %3 = affine.load %arg0[%arg2, %arg3] : memref<16x8xi8>
        %4 = arith.extui %3 : i8 to i32
        %5 = arith.xori %2, %4 : i32
        affine.store %5, %arg1[%arg2] {pom.compute = "take"} : memref<16xi32>
        affine.for %arg4 = 0 to 8 {
          %6 = affine.load %arg1[%arg2] : memref<16xi32>
          %c1_i32 = arith.constant 1 : i32
          %7 = arith.shrui %6, %c1_i32 : i32
          %c-306674912_i32 = arith.constant -306674912 : i32
          %8 = affine.load %arg1[%arg2] : memref<16xi32>
          %c1_i32_1 = arith.constant 1 : i32
          %9 = arith.andi %8, %c1_i32_1 : i32
          %c0_i32 = arith.constant 0 : i32
          %10 = arith.subi %c0_i32, %9 : i32
          %11 = arith.andi %c-306674912_i32, %10 : i32
          %12 = arith.xori %7, %11 : i32
          affine.store %12, %arg1[%arg2] {pom.compute = "step"} : memref<16xi32>
        } {pom.label = "step_b", pom.name = "b"}
      } {pom.label = "take_n", pom.name = "n", pom.pipeline = #pom.pipeline<ii = 1>}
      %0 = affine.load %arg1[%arg2] : memref<16xi32>
      %c-1_i32_0 = arith.constant -1 : i32
      %1 = arith.xori %0, %c-1_i32_0 : i32
      affine.store %1, %arg1[%arg2] {pom.compute = "finish"} : memref<16xi32>
    } {pom.label = "start_m", pom.name = "m"}
    return
  }
}
