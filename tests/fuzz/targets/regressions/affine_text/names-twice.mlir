func.func @f(%A: memref<8xf32> {pom.name = "A"}, %B: memref<8xf32> {pom.name = "A"}) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      %0 = affine.load %A[%i] : memref<8xf32>
      %1 = arith.addf %0, %0 : f32
      affine.store %1, %B[%j] : memref<8xf32>
    } {pom.name = "t0", pom.label = "l"}
  } {pom.name = "t0", pom.label = "l"}
  return
}
