func.func @f(%A: memref<8xf32>, %x: f32) {
  %0 = arith.constant dense<1.0> : vector<4xf32>
  %1 = arith.addf %0, %0 : vector<4xf32>
  %2 = math.sqrt %1 : vector<4xf32>
  return
}
