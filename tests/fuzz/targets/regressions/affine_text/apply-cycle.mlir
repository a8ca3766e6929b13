func.func @f(%A: memref<8xf32>, %x: f32) {
  affine.for %i = 0 to 8 {
    %0 = affine.apply affine_map<(d0) -> (d0 + 1)>(%1)
    %1 = affine.apply affine_map<(d0) -> (d0 + 1)>(%0)
  }
  return
}
