func.func @f(%A: memref<8xf32>, %x: f32) {
  %0 = affine.for %i = 0 to 8 iter_args(%s = %x) -> (f32) {
    affine.yield %s : f32
  }
  affine.store %0, %A[0] : memref<8xf32>
  return
}
