func.func @f(%A: memref<8xf32>, %x: f32) {
  affine.for %i = 0 to 8 {
    %0 = affine.if affine_set<(d0) : (d0 >= 0)>(%i) -> f32 {
      affine.yield %x : f32
    } else {
      affine.yield %x : f32
    }
    affine.store %0, %A[%i] : memref<8xf32>
  }
  return
}
