func.func @f(%A: memref<8xf32>, %x: f32) {
  affine.for %i = 3000000000 to 0 {

  }
  return
}
