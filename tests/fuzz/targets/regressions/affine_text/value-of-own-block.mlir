func.func @f(%A: memref<8xf32>, %x: f32) {
  "affine.if"(%i) <{condition = affine_set<(d0) : (d0 >= 0)>}> ({
  ^bb0(%h: memref<4xf32, affine_map<(d0) -> (d0)>>, %i: index):
    "affine.yield"() : () -> ()
  }, {
  }) : (index) -> ()
  return
}
