func.func @f(%A: memref<8xf32>, %x: f32) {
  %0 = arith.cmpf ueq, %x, %x : f32
  %1 = arith.uitofp %0 : i1 to f32
  affine.store %1, %A[0] : memref<8xf32>
  return
}
