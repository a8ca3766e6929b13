func.func @f(%A: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    %0 = affine.load %A[%i + %i * 9223372036854775807] : memref<8xf32>
    affine.store %0, %A[(%i * 2147483648 + 1) * 4294967296] : memref<8xf32>
  }
  return
}
