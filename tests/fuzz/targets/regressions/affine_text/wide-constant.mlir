func.func @f(%A: memref<8xf32>, %x: f32) {
  %0 = arith.constant 170141183460469231731687303715884105727 : i128
  %1 = arith.trunci %0 : i128 to i32
  %2 = arith.sitofp %1 : i32 to f32
  affine.store %2, %A[0] : memref<8xf32>
  return
}
