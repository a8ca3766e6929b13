func.func @f(%A: memref<8xf32>, %x: f32) {
  %0 = arith.addf %y#4000000000, %x : f32
  return
}
