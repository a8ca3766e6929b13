func.func @f(%A: memref<8xf32>, %x: f32) {
  affine.if affine_set<() : ()>() {
  }
  return
}
