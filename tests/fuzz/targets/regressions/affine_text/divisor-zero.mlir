func.func @f(%A: memref<8xf32>, %x: f32) {
  affine.for %i = 0 to 8 {
    %0 = affine.load %A[%i mod 0] : memref<8xf32>
    affine.store %0, %A[%i] : memref<8xf32>
  }
  return
}
