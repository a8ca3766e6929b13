func.func @scaling(%A: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    %0 = affine.load %A[%i] : memref<8xf32>
    %1 = math.cbrt %0 : f32
    affine.store %1, %A[%i] : memref<8xf32>
  }
  return
}
