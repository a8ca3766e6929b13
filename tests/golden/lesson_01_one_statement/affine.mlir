module {
  func.func @lesson_01(%arg0: memref<5x5xf32> {pom.interface = #pom.interface<ap_memory>, pom.name = "A"}) attributes {pom.top} {
    affine.for %arg1 = 1 to 5 {
      affine.for %arg2 = 1 to 5 {
        %0 = affine.load %arg0[%arg1 - 1, %arg2 - 1] : memref<5x5xf32>
        %cst = arith.constant 2.000000e+00 : f32
        %1 = arith.mulf %0, %cst : f32
        %cst_0 = arith.constant 3.000000e+00 : f32
        %2 = arith.addf %1, %cst_0 : f32
        affine.store %2, %arg0[%arg1, %arg2] {pom.compute = "S"} : memref<5x5xf32>
      } {pom.label = "S_j", pom.name = "j"}
    } {pom.label = "S_i", pom.name = "i"}
    return
  }
}
