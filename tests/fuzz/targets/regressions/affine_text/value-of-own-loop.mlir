func.func @f(%A: memref<8xf32>, %x: f32) {
  affine.for %i = %i to 8 {
  }
  affine.parallel (%j, %k) = (0, 0) to (%k, 8) {
  }
  return
}
