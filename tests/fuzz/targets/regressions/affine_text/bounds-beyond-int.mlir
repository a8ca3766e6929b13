func.func @f(%A: memref<8xf32>, %x: f32) {
  affine.for %i = -3000000000 to 3000000000 {
    affine.for %j = max affine_map<(d0) -> (d0, 3000000000)>(%i) to min affine_map<(d0) -> (d0 + 1, 3000000001)>(%i) step 2 {
    }
  }
  return
}
