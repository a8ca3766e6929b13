func.func @f(%A: memref<8xf32>, %x: f32) {
  %0 = arith.extf %x : f32 to f64
  %1 = arith.truncf %0 toward_zero : f64 to f32
  affine.store %1, %A[0] : memref<8xf32>
  return
}
