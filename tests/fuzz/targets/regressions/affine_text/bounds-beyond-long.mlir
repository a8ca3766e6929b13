func.func @f(%A: memref<8xf32>, %x: f32) {
  affine.for %i = -9223372036854775808 to 9223372036854775807 step 9223372036854775807 {

  }
  return
}
