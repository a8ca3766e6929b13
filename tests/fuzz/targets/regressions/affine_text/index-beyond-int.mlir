func.func @f(%A: memref<8xf32>, %x: f32) {
  affine.for %i = 0 to 8 {
    %0 = affine.load %A[(%i * 4000000000 - 5) floordiv 4000000000] : memref<8xf32>
    affine.store %0, %A[(%i * 1000000000) mod 7] : memref<8xf32>
  }
  return
}
