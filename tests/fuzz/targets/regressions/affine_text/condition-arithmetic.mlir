func.func @f(%A: memref<8xf32>, %x: f32) {
  %0 = arith.cmpf olt, %x, %x : f32
  %1 = arith.addi %0, %0 : i1
  %2 = arith.extsi %1 : i1 to i32
  %3 = arith.sitofp %2 : i32 to f32
  affine.store %3, %A[0] : memref<8xf32>
  return
}
