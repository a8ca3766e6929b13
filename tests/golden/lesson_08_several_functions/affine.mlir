module {
  func.func @lesson_08_sum(%arg0: memref<100xf32> {pom.interface = #pom.interface<ap_memory>, pom.name = "A"}, %arg1: memref<1xf32> {pom.interface = #pom.interface<ap_memory>, pom.name = "sum"}) attributes {pom.top} {
    affine.for %arg2 = 0 to 100 {
      %0 = affine.load %arg1[0] : memref<1xf32>
      %1 = affine.load %arg0[%arg2] : memref<100xf32>
      %2 = arith.addf %0, %1 : f32
      affine.store %2, %arg1[0] {pom.compute = "s"} : memref<1xf32>
    } {pom.label = "s_i", pom.name = "i"}
    return
  }
}
