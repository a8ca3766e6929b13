func.func @f(%A: memref<8xf32>, %x: f32) {
  %0 = arith.constant 0x7FC00000 : f32
  affine.store %0, %A[0] : memref<8xf32>
  %1 = arith.constant 0xFFC00000 : f32
  affine.store %1, %A[1] : memref<8xf32>
  %2 = arith.constant 0x7F800000 : f32
  affine.store %2, %A[2] : memref<8xf32>
  %3 = arith.constant 0xFF800000 : f32
  affine.store %3, %A[3] : memref<8xf32>
  %4 = arith.constant -0.0 : f32
  affine.store %4, %A[4] : memref<8xf32>
  %5 = arith.constant 1.0e-45 : f32
  affine.store %5, %A[5] : memref<8xf32>
  %6 = arith.constant 3.40282347E+38 : f32
  affine.store %6, %A[6] : memref<8xf32>
  return
}
