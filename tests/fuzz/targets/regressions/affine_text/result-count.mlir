func.func @f(%A: memref<8xf32>, %x: f32) {
  %0 : // many
  4000000000 = arith.addf %x, %x : f32
  return
}
