func.func @f(%A: memref<8xf32>, %x: f32) {
  affine.for %i = 0 to 8 {
    %0 = affine.apply affine_map<()[s0] -> (s0 * 2)>()[%i]
    %1 = arith.index_cast %0 : index to i32
    %2 = arith.sitofp %1 : i32 to f32
    affine.store %2, %A[%i] : memref<8xf32>
  }
  return
}
