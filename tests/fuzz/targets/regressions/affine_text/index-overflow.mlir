func.func @f(%A: memref<8xf32>, %x: f32) {
  affine.for %i = 0 to 8 {
    %0 = affine.load %A[%i * 9223372036854775807 + %i * 9223372036854775807] : memref<8xf32>
    affine.store %0, %A[(%i * 9223372036854775807 - 9223372036854775807) mod 9223372036854775807] : memref<8xf32>
  }
  return
}
