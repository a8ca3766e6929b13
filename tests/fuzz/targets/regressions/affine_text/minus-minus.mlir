func.func @f(%A: memref<8xf32>, %x: f32) {
  affine.for %i = 0 to 8 {
    %0 = affine.load %A[-((-%i) ceildiv 2)] : memref<8xf32>
    affine.store %0, %A[-(%i ceildiv 3)] : memref<8xf32>
  }
  return
}
