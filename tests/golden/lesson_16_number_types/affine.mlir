module {
  func.func @lesson_16_halves(%arg0: memref<32xf16> {pom.interface = #pom.interface<ap_memory>, pom.name = "A"}, %arg1: memref<32xbf16> {pom.interface = #pom.interface<ap_memory>, pom.name = "B"}, %arg2: memref<32xf32> {pom.interface = #pom.interface<ap_memory>, pom.name = "C"}) attributes {pom.top} {
    affine.for %arg3 = 0 to 32 {
      %0 = affine.load %arg0[%arg3] : memref<32xf16>
      %1 = arith.extf %0 : f16 to f32
      %2 = affine.load %arg1[%arg3] : memref<32xbf16>
      %3 = arith.extf %2 : bf16 to f32
      %4 = arith.mulf %1, %3 : f32
      affine.store %4, %arg2[%arg3] {pom.compute = "product"} : memref<32xf32>
    } {pom.label = "product_n", pom.name = "n"}
    return
  }
}
